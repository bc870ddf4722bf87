import { BTCPClient } from '@btcp/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

const TOOLS = `
/** Deletes an invoice, for a reason that the user gives. */
export const deleteInvoice = defineTool({
  inputSchema: Type.Object({ id: Type.Integer({ description: 'Its number.' }) }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  confirm: ({ id }) => \`Delete invoice \${id}?\`,
  async execute({ id }, { ask }) {
    const schema = { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] } as const;
    const answer = await ask('why', { message: 'Why?', schema });
    return answer.action === 'accepted' ? \`\${id}: \${answer.content.why}\` : answer.action;
  },
});
`;

let built: Awaited<ReturnType<typeof buildIsolatedProject>>;
beforeAll(async () => {
  built = await buildIsolatedProject(TOOLS, { sandbox: 'wasm', timeout: 5000 });
});
afterAll(() => removeProject(built.root));

it('publishes that a tool asks, and asks for isolated tools, too', async () => {
  expect(built.registration.manifest.tools[0]).toMatchObject({ confirm: true });
  const asked: string[] = [];
  const client = new BTCPClient({
    onConfirm: ({ message }) => asked.push(message) > 0,
    onAsk: ({ message }) => {
      asked.push(message);
      return { action: 'accepted', content: { why: 'It was wrong.' } };
    },
  });
  await client.registerManifest(built.registration);
  expect(await client.callTool('deleteInvoice', { id: 7 })).toBe('7: It was wrong.');
  expect(asked).toEqual(['Delete invoice 7?', 'Why?']);
  await expect(client.callTool('deleteInvoice', { id: 7 }, { onConfirm: () => false })).rejects.toMatchObject(
    {
      code: 'CONFIRMATION_DECLINED',
    },
  );
});
