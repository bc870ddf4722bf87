import type { Manifest } from '@btcp/core';
import { expect, it } from 'vitest';
import { portability } from './portability.ts';

it('reports that an API refuses an object without known properties, not that something is dropped', () => {
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
      rule: 'target-refuses',
      tool: 'readPage',
      at: '/inputSchema/properties/where',
      data: {
        targets: ['gemini-openapi'],
        part: '/inputSchema/properties/where',
        keyword: 'properties',
        reason: 'the API refuses an object of which no property is known; describe its properties',
      },
    },
  ]);
});
