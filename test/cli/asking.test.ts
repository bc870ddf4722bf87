import { runCli } from '@btcp/cli';
import { expect, it } from 'vitest';
import { runBtcp } from '../adapters/serve-project.ts';
import { btcp } from '../support/btcp.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const TOOL = `${IMPORTS}
/** Deletes an invoice for good. */
export const deleteInvoice = defineTool({
  inputSchema: Type.Object({ id: Type.Integer({ maximum: 99 }) }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  confirm: ({ id }) => \`Delete invoice \${id}?\`,
  aliases: { removeInvoice: {} },
  async execute({ id }, { ask }) {
    const why = await ask('why', { message: 'Why?', schema: { type: 'object', properties: {} } });
    return \`deleted \${id}, why: \${why.action}\`;
  },
});
`;

it('btcp call asks on the terminal, and elsewhere runs what is confirmed by --yes', async () => {
  const root = await writeProject({ 'src/invoice.ts': TOOL });
  expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
  const call = (...args: string[]): ReturnType<typeof runBtcp> => runBtcp(root, ['call', ...args], '');
  const [refused, confirmed, alias, help] = await Promise.all([
    call('deleteInvoice', '{"id":7}'),
    call('deleteInvoice', '{"id":7}', '--yes'),
    btcp(root, 'call', 'removeInvoice', '{"id":8}'),
    btcp(root, 'call', '--help'),
  ]);
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: 'CONFIRMATION_REQUIRED: "deleteInvoice" runs only after a user has confirmed the call: Delete invoice 7?\nhelp: Pass --yes, or call it on a terminal.\n',
  });
  expect(confirmed).toEqual({
    code: 0,
    out: '"deleted 7, why: unavailable"\n',
    err: 'btcp: "deleteInvoice" asks, and without a terminal nobody answers: Why?\n',
  });
  expect(alias).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(
      '"removeInvoice" runs only after a user has confirmed the call: Delete invoice 8?',
    ) as string,
  });
  expect(help.out).toMatch(/--yes\s+Confirm the call, if the tool has `confirm`\./);
});

it('btcp call shows the progress of a long call on a terminal', async () => {
  const root = await writeProject({
    'src/wait.ts': `${IMPORTS}
/** Waits for more than a second. */
export const waitLong = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Boolean(),
  capabilities: [],
  async execute(_, { progress }) {
    progress?.({ progress: 1, total: 2, message: 'Half\\nof it' });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return progress !== undefined;
  },
});
`,
  });
  expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
  let out = '';
  let err = '';
  const io = {
    cwd: root,
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
    clearLine: () => void (err += '<clear>'),
    isTerminal: true,
  };
  expect(await runCli(['call', 'waitLong'], io)).toBe(0);
  expect([out, err]).toEqual(['true\n', '<clear>1/2 Half\\u{A}of it<clear>']);
});
