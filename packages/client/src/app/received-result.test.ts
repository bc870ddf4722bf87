import { describe, expect, it } from 'vitest';
import { valueOf } from './received-result.ts';

const PICTURE = { type: 'image', data: 'iVBORw0KGgo=' };

describe('valueOf', () => {
  it('puts media in the place of their references', () => {
    const text = { type: 'text', text: '{}' };
    const table = { type: 'resource', resource: { text: 'day;n' } };
    const archive = { type: 'resource', resource: { blob: 'UEsDBA==' } };
    const structuredContent = { chart: '#/content/1', files: ['#/content/2', '#/content/3'], total: 3 };
    const meta = { 'dev.btcp/media': ['/chart', '/files/0', '/files/1'] };
    expect(valueOf({ content: [text, PICTURE, table, archive], structuredContent, _meta: meta })).toEqual({
      chart: 'iVBORw0KGgo=',
      files: ['ZGF5O24=', 'UEsDBA=='],
      total: 3,
    });
    const wrapped = {
      content: [PICTURE],
      structuredContent: { result: '#/content/0' },
      _meta: { 'dev.btcp/wrapped': true, 'dev.btcp/media': [''] },
    };
    expect(valueOf(wrapped)).toBe('iVBORw0KGgo=');
    const content = [{ type: 'text', text: '{"a/b~c":"#/content/1"}' }, PICTURE];
    expect(valueOf({ content, _meta: { 'dev.btcp/media': ['/a~1b~0c'] } })).toEqual({
      'a/b~c': 'iVBORw0KGgo=',
    });
  });

  it('leaves a text that reads like a reference', () => {
    const content = [{ type: 'text', text: '{}' }, PICTURE];
    const structuredContent = { photo: '#/content/1', caption: '#/content/1' };
    expect(valueOf({ content, structuredContent, _meta: { 'dev.btcp/media': ['/photo'] } })).toEqual({
      photo: 'iVBORw0KGgo=',
      caption: '#/content/1',
    });
    expect(valueOf({ content, structuredContent })).toEqual(structuredContent);
    const meta = { 'dev.btcp/media': 'photo' };
    expect(valueOf({ content, structuredContent, _meta: meta })).toEqual(structuredContent);
  });

  it('leaves what refers to no media', () => {
    const structuredContent = ['#/content/0', '#/content/9', '#/content/x', null];
    const meta = { 'dev.btcp/media': ['/0', '/1', '/2', '/3', '/4'] };
    expect(valueOf({ content: [{ type: 'text', text: '[]' }], structuredContent, _meta: meta })).toEqual(
      structuredContent,
    );
  });
});
