import type { Manifest } from '@btcp/core';
import { expect, it } from 'vitest';
import { portability } from './portability.ts';

it('reports an object without known properties as written differently', () => {
  const manifest = {
    btcp: '1.0',
    name: 'page-tools',
    version: '1.0.0',
    capabilities: [],
    tools: [
      {
        name: 'readPage',
        description: 'Reads the page.',
        inputSchema: { type: 'object', properties: { where: { type: 'object' } } },
        capabilities: [],
      },
    ],
  } as Manifest;
  expect(portability.find(manifest, ['gemini-openapi'])).toEqual([
    {
      rule: 'target-rewrites',
      tool: 'readPage',
      at: '/inputSchema/properties/where',
      data: {
        targets: ['gemini-openapi'],
        part: '/inputSchema/properties/where',
        keyword: 'type',
        reason: '',
      },
    },
  ]);
});
