import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMcpServer, loadSkills } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { btcp } from '../support/btcp.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const TOOL = `${IMPORTS}
/** Pays the customer of an order back. */
export const refundOrder = defineTool({
  inputSchema: Type.Object(
    {
      order: Type.String({ maxLength: 9, description: 'The number of the order, for example "A17".' }),
      amount: Type.Number({ minimum: 0, maximum: 999, description: 'The amount to pay back, in euros.' }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ paid: Type.Number({ description: 'What was paid.' }) }, { additionalProperties: false }),
  capabilities: [],
  examples: [{ description: 'One', input: { order: 'A17', amount: 5 }, output: { paid: 5 } }],
  execute: ({ order, amount }) => ({ paid: order === '' ? 0 : amount }),
});
`;

const skill = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: Refunds orders. Use it when a customer complains.\n---\n\n${text}\n`;

const project = (text: string, files: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeProject({
    'btcp.config.ts': `export default { tools: ['src/*.ts'], name: 'shop', version: '1.0.0', description: 'Tools of a shop.' };`,
    'src/orders.ts': TOOL,
    'skills/refunds/SKILL.md': skill('refunds', text),
    ...files,
  });

/** What `btcp check` says of skills, as `line:column message help`. */
async function found(root: string): Promise<readonly string[]> {
  const { out } = await btcp(root, 'check', '--format', 'json');
  const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Record<string, string>[] };
  return diagnostics
    .filter(({ id }) => id?.startsWith('skill-'))
    .map(({ line, column, message, help }) => `${line}:${column} ${message} ${help}`);
}

describe('btcp check', () => {
  it('reports names of tools and fields that do not exist', async () => {
    const text = [
      'Call `refundOrders` with `order` and `ammount`; it returns `paid`.',
      'For example `refundsOrder({ order: "A17" })`, then the `mailCustomer` tool.',
    ].join('\n');
    expect(await found(await project(text))).toEqual([
      '6:7 There is no tool or field "refundOrders". Did you mean "refundOrder"?',
      '6:39 There is no tool or field "ammount". Did you mean "amount"?',
      '7:14 There is no tool "refundsOrder". Did you mean "refundOrder"?',
      '7:57 There is no tool "mailCustomer". Name one of the manifest, or write it without backticks.',
    ]);
  });

  it('reports nothing of other code, and of names that exist', async () => {
    const text = [
      'Call `refundOrder` with `order`, as in `refundOrder({"order": "A17", "amount": 3})`.',
      'Log with `console.log(x)`, list with `ls -l`, use `UTC` and `null`, see `README.md`.',
    ].join('\n');
    expect(await found(await project(text))).toEqual([]);
  });

  it('reports what is no skill', async () => {
    const root = await project('Refund.', {
      'skills/no-front/SKILL.md': '# Refunds\n',
      'skills/other/SKILL.md': skill('refunds', ''),
      'private/notes.md': skill('secret', 'The password.'),
      'skills/secret/rules.md': 'At most 999 euros.',
    });
    await symlink('../../private/notes.md', join(root, 'skills/secret/SKILL.md'));
    expect(await found(root)).toEqual([
      '1:1 It must begin with `---`, `name`, `description` and `---`. Correct it; until then the skill is neither published nor served. See https://agentskills.io/specification.',
      '1:1 `name` must be the name of its folder, "other": lower-case letters, digits and hyphens, at most 64. Correct it; until then the skill is neither published nor served. See https://agentskills.io/specification.',
      '1:1 It must be a file: links are not followed. Correct it; until then the skill is neither published nor served. See https://agentskills.io/specification.',
    ]);
  });

  it('reports links, which are neither published nor served', async () => {
    const root = await project('Refund.', {
      'private/SKILL.md': skill('linked', 'The password.'),
      'skills/notes/SKILL.md': skill('notes', 'See [more](more.md).'),
    });
    await symlink('../../private/SKILL.md', join(root, 'skills/notes/more.md'));
    await symlink('../private', join(root, 'skills/linked'));
    expect((await found(root)).map((line) => line.split(' Correct')[0])).toEqual([
      '1:1 Its folder is a link: links are not followed.',
      '1:1 `more.md` beside it is a link: links are not followed.',
    ]);
    expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
    const { err } = await btcp(root, 'publish', '--out', 'public', '--allow-partial');
    expect(err).toContain('skills/linked/SKILL.md is left out: Its folder is a link');
    expect(await readdir(join(root, 'public/.well-known/agent-skills'))).toEqual(['index.json', 'refunds']);
  });
});

describe('skills', () => {
  it('are published with an index, beside the files that they name', async () => {
    const root = await project('See [rules](rules.md).', {
      'skills/refunds/rules.md': 'At most 999 euros.\n',
    });
    expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
    expect(await btcp(root, 'publish', '--out', 'public')).toMatchObject({ code: 0 });
    const read = (path: string): Promise<string> =>
      readFile(join(root, 'public/.well-known/agent-skills', path), 'utf8');
    expect(JSON.parse(await read('index.json'))).toEqual({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'refunds',
          type: 'skill-md',
          description: 'Refunds orders. Use it when a customer complains.',
          url: 'refunds/SKILL.md',
          digest: 'sha256:ff59700811d6be0491f621d9963753593586a2383c5907e5749e27348304c796',
        },
      ],
    });
    expect(await read('refunds/SKILL.md')).toBe(skill('refunds', 'See [rules](rules.md).'));
    expect(await read('refunds/rules.md')).toBe('At most 999 euros.\n');
  });

  it('are served to MCP clients', async () => {
    const root = await project('Refund.');
    const warnings: string[] = [];
    const skills = await loadSkills(join(root, 'skills'), { onWarning: (warning) => warnings.push(warning) });
    const manifest = { name: 'shop', version: '1.0.0' };
    const server = createMcpServer(new BTCPClient(), { manifest, extensions: [skills] });
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(there), client.connect(here)]);
    const reader = new SkillsClient(client);
    const { skills: listed } = await reader.list();
    expect(listed.map(({ uri, frontmatter }) => [uri, frontmatter.name])).toEqual([
      ['skill://refunds/SKILL.md', 'refunds'],
    ]);
    expect(warnings).toEqual([]);
    await loadSkills(join(root, 'src'), { onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual(['no skills found (a skill is a folder containing SKILL.md)']);
    await client.close();
  });
});
