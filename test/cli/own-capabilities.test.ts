import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BTCPClient, type ConsentRequest } from '@btcp/client';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { findTypeMistakes } from '../support/find-type-mistakes.ts';
import { importRegistration } from '../support/import-registration.ts';
import { alike, full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const DELETE = `{ title: 'Delete invoices', description: 'Deletes invoices for good.', risk: 'high' }`;

const config = (capabilities: string): string => `import { defineConfig } from '@btcp/core';
export default defineConfig({
  tools: ['src/**/*.ts'],
  capabilities: ${capabilities},
});
`;

const tool = (capability: string): string => `${IMPORTS}
/** Deletes the invoice with this number, for good. */
export const deleteInvoice = defineTool({
  inputSchema: Type.Object(
    { number: Type.Integer({ minimum: 1, maximum: 9999, description: 'The number of the invoice.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    { deleted: Type.Integer({ description: 'The number of the invoice.' }) },
    { additionalProperties: false },
  ),
  capabilities: ['${capability}'],
  examples: [{ description: 'One', input: { number: 7 }, output: { deleted: 7 } }],
  execute({ number }) {
    return { deleted: number };
  },
});
`;

const project = (capabilities: string, capability = 'invoices:delete'): Promise<string> =>
  writeProject({ 'btcp.config.ts': config(capabilities), 'src/invoices.ts': tool(capability) });

const manifestOf = async (root: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(root, 'generated/manifest.json'), 'utf8')) as Record<string, unknown>;

describe('a declared capability', () => {
  // Built once, and copied for the tests that change its config.
  let root: string;
  let changing: string;
  beforeAll(async () => {
    root = await makeProject({
      'btcp.config.ts': config(`{ 'invoices:delete': ${DELETE} }`),
      'src/invoices.ts': tool('invoices:delete'),
    });
    const { code, err } = await btcp(root, 'build');
    if (code !== 0) throw new Error(err);
    await writeFile(join(root, 'old.json'), await readFile(join(root, 'generated/manifest.json')));
    changing = await makeProject({});
    await cp(root, changing, { recursive: true });
  });
  afterAll(() => Promise.all([root, changing].map(removeProject)));

  it('is published with its words, if a tool needs it, and gets no warning', async () => {
    const root = await project(
      `{ 'invoices:delete': ${DELETE}, 'invoices:send': { title: 'Send invoices', risk: 'medium' } }`,
    );
    const { code, err } = await btcp(root, 'build');
    expect([code, err]).toEqual([0, '']);
    expect(await manifestOf(root)).toMatchObject({
      capabilities: ['invoices:delete'],
      capabilityDetails: {
        'invoices:delete': {
          title: 'Delete invoices',
          description: 'Deletes invoices for good.',
          risk: 'high',
        },
      },
    });
    expect(Object.keys((await manifestOf(root))['capabilityDetails'] as object)).toEqual(['invoices:delete']);
    expect((await btcp(root, 'check', 'generated/manifest.json')).out).not.toMatch(/capabilit/);
    expect((await btcp(root, 'build', '--check')).code).toBe(0);
  });

  full('is offered by editors, where another one stays possible', { timeout: 120_000 }, async () => {
    const use = join(root, 'src/use.ts');
    const text = `import type { Capability, GrantedCapability, OwnCapabilities } from '@btcp/core';
import type { registration } from '../generated/registration.ts';
export const own: keyof OwnCapabilities = 'invoices:delete';
export const undeclared: Capability = 'files:write';
// @ts-expect-error -- malformed
export const malformed: Capability = 'files';
export const stored: GrantedCapability = String(1);
export const grants: readonly GrantedCapability[] = [''];
// @ts-expect-error -- malformed
export const needs: readonly Capability[] = [''];
export type All = typeof registration;
`;
    await writeFile(use, text);
    onTestFinished(() => rm(use));
    expect(findTypeMistakes([use])).toEqual([]);
    const host: ts.LanguageServiceHost = {
      getScriptFileNames: () => [use],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const found = ts.sys.readFile(path);
        return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
      },
      getCurrentDirectory: () => root,
      getCompilationSettings: () => ({
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts'],
        types: [],
        strict: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        customConditions: ['@btcp/source'],
      }),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
    };
    const service = ts.createLanguageService(host);
    const offeredAt = (place: number) =>
      service.getCompletionsAtPosition(use, place, {})?.entries.map(({ name }) => name);
    for (const place of [text.indexOf(`['']`), text.lastIndexOf(`['']`)])
      expect(offeredAt(place + 2)).toEqual(expect.arrayContaining(['invoices:delete', 'dom:read']));
  });

  it('is shown to the user with its words', async () => {
    const asked: ConsentRequest[] = [];
    const onConsent = (request: ConsentRequest): boolean => asked.push(request) > 0;
    const client = new BTCPClient({ onConsent });
    await client.registerManifest(await importRegistration(root));
    expect(await client.callTool('deleteInvoice', { number: 7 })).toEqual({ deleted: 7 });
    expect(asked.map(({ risk, capabilities }) => [risk, capabilities])).toEqual([
      [
        'high',
        [
          {
            id: 'invoices:delete',
            title: 'Delete invoices',
            description: 'Deletes invoices for good.',
            risk: 'high',
            allows: '“Delete invoices” (invoices:delete)',
            implies: [],
          },
        ],
      ],
    ]);
  });

  full('is on the published page, and in manifests that others wrote', async () => {
    expect((await btcp(root, 'publish', '--out', 'public')).code).toBe(0);
    expect(await readFile(join(root, 'public/index.html'), 'utf8')).toContain(
      '<dd>invoices:delete (“Delete invoices”, in the provider’s words; high risk)</dd>',
    );
    const details = { 'dom:read': { title: 'Do nothing', risk: 'low' }, 'invoices:read': { title: 'Read' } };
    const manifest = { ...(await manifestOf(root)), capabilityDetails: details };
    await writeFile(join(root, 'other.json'), JSON.stringify(manifest));
    const { out } = await btcp(root, 'check', 'other.json', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly { id: string; message: string }[] };
    expect(diagnostics.map(({ id, message }) => `${id}: ${message}`)).toEqual([
      'capability-unknown: "invoices:delete" is neither a capability of the protocol nor declared.',
      'destructive-without-confirm: "deleteInvoice" has "invoices:delete", and runs without asking its user.',
      'manifest-invalid: `dom:read` is a capability of the protocol, which has a risk and words of its own.',
      'manifest-invalid: `risk` is missing.',
    ]);
  });

  it('is compared with the release before, and covered by the signature', async () => {
    await btcp(changing, 'sign', '--new-key', 'author.jwk');
    expect((await btcp(changing, 'sign', 'old.json', '--key', 'author.jwk')).code).toBe(0);
    await writeFiles(changing, {
      'btcp.config.ts': config(`{ 'invoices:delete': { title: 'Tidy up', risk: 'critical' } }`),
    });
    const stale = await btcp(changing, 'export', '--to', 'mcp-2025-11-25');
    expect(stale.err).toBe(
      'btcp: warning: the config or package.json was changed after the last build; run `btcp build`.\n',
    );
    expect((await btcp(changing, 'build')).code).toBe(0);
    expect((await btcp(changing, 'diff', 'old.json')).out).toBe(`deleteInvoice
  major  capability-risk-raised  /capabilities/0
    The risk of the capability "invoices:delete" was high, and is critical. Users granted it as one of lower risk.
  patch  capability-words-changed  /capabilities/0
    What users are told of the capability "invoices:delete" was "Delete invoices", "Deletes invoices for good.", and is "Tidy up". What was granted still suffices, but it was granted for other words.

sheet-tools 1.2.3 → sheet-tools 1.2.3: a major release (1 major, 1 patch)
`);
    const signature = ['--signature', 'old.sig.json', '--keys', 'btcp.keys.json'];
    expect((await btcp(changing, 'verify', 'old.json', ...signature)).code).toBe(0);
    const { code, out, err } = await btcp(changing, 'verify', 'generated/manifest.json', ...signature);
    expect([code, out + err]).toEqual([
      1,
      expect.stringContaining('`capabilityDetails` of the manifest differs from what was signed'),
    ]);
  });

  it('that is removed is a change, too', async () => {
    await writeFiles(changing, { 'btcp.config.ts': config('{}') });
    await btcp(changing, 'build');
    expect((await btcp(changing, 'diff', 'old.json')).out).toContain(
      `  patch  capability-undeclared  /capabilities/0
    The capability "invoices:delete" is no longer declared. Users are asked for it by its name alone.
`,
    );
  });
});

describe('a capability that is not declared', () => {
  full('is an error if it is a misspelt one, which --fix corrects', async () => {
    const root = await project(`{ 'invoices:delete': ${DELETE} }`, 'invoice:delete');
    const { code, out, err } = await btcp(root, 'build');
    expect(code).toBe(1);
    expect(out + err).toContain(`error  capability-misspelt
  "invoice:delete" is not declared; did you mean "invoices:delete"?
`);
    expect(out + err).toContain(
      `help: Write "invoices:delete", or add 'invoice:delete' to \`capabilities\` of the config if it is another one.`,
    );
    await btcp(root, 'check', '--fix');
    expect(await readFile(join(root, 'src/invoices.ts'), 'utf8')).toBe(tool('invoices:delete'));
    // The config alone decides, also of what an earlier build has checked.
    await writeFiles(root, { 'btcp.config.ts': config(`{ 'invoices:delet': ${DELETE} }`) });
    expect((await btcp(root, 'build')).code).toBe(1);
  });

  it.each(alike(['invoices:read', 'invoice:delete:all', 'files:write']))(
    'is a warning if it is another one, %s, and shows how to declare it',
    async (capability) => {
      const root = await project(`{ 'invoices:delete': ${DELETE} }`, capability);
      const { code, out, err } = await btcp(root, 'build');
      expect(code).toBe(0);
      expect(out + err).toContain(`warning  capability-unknown
  "${capability}" is neither a capability of the protocol nor declared.
`);
      expect(out + err).toContain(
        `help: Declare it in the config: \`capabilities: { '${capability}': { title: '…', description: '…', risk: 'high' } }\`.`,
      );
    },
  );
});

describe('a config', () => {
  it.each<[what: string, capabilities: string, line: number, message: string]>(
    alike(
      [
        [
          'that redefines a capability of the protocol',
          `{ 'dom:read': ${DELETE} }`,
          4,
          '`dom:read` is a capability of the protocol, which has a risk and words of its own.',
        ],
        [
          'that redefines an old name',
          `{ 'network:websocket': ${DELETE} }`,
          4,
          '`network:websocket` is a capability of the protocol, which has a risk and words of its own.',
        ],
        [
          'with a category of the protocol',
          `{ 'dom:raed': ${DELETE} }`,
          4,
          '`dom:raed` has a category of the protocol.',
        ],
        [
          'with a malformed name',
          `{ 'Invoices.delete': ${DELETE} }`,
          4,
          '`Invoices.delete` must match ^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$; got "Invoices.delete".',
        ],
        ['with a wildcard', `{ 'invoices:*': ${DELETE} }`, 4, '`invoices:*` must match'],
        [
          'with a name that every object inherits',
          `{ constructor: ${DELETE} }`,
          4,
          '`constructor` must match',
        ],
        [
          'with the name __proto__',
          `JSON.parse('{ "__proto__": { "title": "Delete", "risk": "low" } }')`,
          4,
          '`__proto__` must match',
        ],
        [
          'whose words are inherited',
          `{ 'invoices:delete': Object.create({ title: 'Delete invoices', risk: 'low' }) }`,
          4,
          '`title` is missing.',
        ],
        ['without a risk', `{ 'invoices:delete': { title: 'Delete invoices' } }`, 4, '`risk` is missing.'],
        [
          'with another risk',
          `{ 'invoices:delete': { title: 'Delete invoices', risk: 'none' } }`,
          4,
          '`risk` must be one of low, medium, high, critical; got "none".',
        ],
        [
          'with an empty title',
          `{ 'invoices:delete': { title: '', risk: 'low' } }`,
          4,
          '`title` must have 1 to 60 characters; got 0.',
        ],
        [
          'with a misspelt setting',
          `{ 'invoices:delete': { title: 'Delete invoices', risk: 'low', descripton: 'For good.' } }`,
          4,
          'The capability "invoices:delete" has no setting "descripton"; did you mean `description`?',
        ],
        [
          'with a list',
          `['invoices:delete']`,
          4,
          "`capabilities` must be an object of your own capabilities, such as { 'invoices:delete': { title: 'Delete invoices', risk: 'high' } }; a tool lists itself what it uses.",
        ],
      ],
      3,
    ),
  )('%s is refused', async (_, capabilities, line, message) => {
    const root = await project(capabilities);
    const { code, out, err } = await btcp(root, 'build');
    expect(code).toBe(1);
    expect(out + err).toContain(`btcp.config.ts:${line}:`);
    expect(out + err).toContain(`error  config-invalid\n  ${message}`);
  });
});
