import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';

it('says what a tool asked where nobody answers', async () => {
  const cwd = await writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], name: 'garden', version: '1.0.0', description: 'Tools of a garden.' };`,
    'src/plants.ts': `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Waters the plants of a bed that the gardener names. */
export const waterBed = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  async execute(_input, { ask }) {
    const { action } = await ask('bed', {
      message: 'Which bed?',
      schema: { type: 'object', properties: { bed: { type: 'string' } }, required: ['bed'] },
    });
    return { action };
  },
});
`,
  });
  await btcp(cwd, 'build');
  expect(await btcp(cwd, 'call', 'waterBed')).toEqual({
    code: 0,
    out: '{\n  "action": "unavailable"\n}\n',
    err: 'btcp: "waterBed" asks, and without a terminal nobody answers: Which bed?\n',
  });
});
