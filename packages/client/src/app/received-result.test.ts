import { describe, expect, it } from 'vitest';
import { valueOf } from './received-result.ts';

const PICTURE = { type: 'image', data: 'iVBORw0KGgo=' };

describe('valueOf', () => {
  it('puts media in the place of their references', () => {
    const text = { type: 'text', text: '{}' };
    const table = { type: 'resource', resource: { text: 'day;n' } };
    const archive = { type: 'resource', resource: { blob: 'UEsDBA==' } };
    const structuredContent = { chart: '#/content/1', files: ['#/content/2', '#/content/3'], total: 3 };
    expect(valueOf({ content: [text, PICTURE, table, archive], structuredContent })).toEqual({
      chart: 'iVBORw0KGgo=',
      files: ['ZGF5O24=', 'UEsDBA=='],
      total: 3,
    });
    const wrapped = {
      content: [PICTURE],
      structuredContent: { result: '#/content/0' },
      _meta: { 'dev.btcp/wrapped': true },
    };
    expect(valueOf(wrapped)).toBe('iVBORw0KGgo=');
    expect(valueOf({ content: [{ type: 'text', text: '{"chart":"#/content/1"}' }, PICTURE] })).toEqual({
      chart: 'iVBORw0KGgo=',
    });
  });

  it('leaves what refers to no media', () => {
    const structuredContent = ['#/content/0', '#/content/9', '#/content/x', null];
    expect(valueOf({ content: [{ type: 'text', text: '[]' }], structuredContent })).toEqual(
      structuredContent,
    );
  });
});
