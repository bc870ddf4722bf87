import { exportTools, importTools, type Target, type TargetTools } from '@btcp/adapters';
import { BTCPClient } from '@btcp/client';
import { build } from '@btcp/codegen';
import { BTCPError, type JsonSchemaObject, type ManifestTool, type Registration } from '@btcp/core';
import { isObject, walkSchema } from '@btcp/schema/internal';
import { toStrictJsonSchema } from 'openai-7/lib/transform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { importRegistration } from '../support/import-registration.ts';
import { CODE_USES, configText, makeProject, removeProject, writeProject } from '../support/write-project.ts';
import calls from './calls.json' with { type: 'json' };
import changes from './changes.json' with { type: 'json' };
import exported from './exports.json' with { type: 'json' };
import listings from './listings.json' with { type: 'json' };
import refusals from './refusals.json' with { type: 'json' };
import results from './results.json' with { type: 'json' };

// What public reports say other programs got wrong; each case names its report.

/** Tools as a server lists them, and what the report is. */
interface Listing {
  readonly id: string;
  readonly about: string;
  readonly source: string;
  readonly tools: readonly TargetTools['mcp-2025-11-25'][];
}

const came = listings as unknown as readonly Listing[];

describe('a schema that is imported', () => {
  let root: string;
  let client: BTCPClient;
  let registration: Registration;

  beforeAll(async () => {
    const tools = [...calls.map(({ tool }) => tool), ...came.flatMap((listing) => listing.tools)];
    root = await makeProject({
      'tools.json': JSON.stringify({ tools }),
      'btcp.config.ts': configText("['src/**/*.ts']", ['hidden-text']),
    });
    await btcp(root, 'import', '--from', 'mcp', 'tools.json', '--out', 'src', '--allow', 'hidden-text');
    await build({ cwd: root });
    registration = await importRegistration(root);
    client = new BTCPClient();
    await client.registerManifest(registration);
  });
  afterAll(() => removeProject(root));

  it.each(calls)('accepts what it says: $id: $about ($source)', async ({ tool, valid, invalid }) => {
    const codeOf = (input: unknown): Promise<unknown> =>
      client.callTool(tool.name, input).catch((error: unknown) => BTCPError.from(error).code);
    expect(await Promise.all(valid.map(codeOf))).toEqual(valid.map(() => 'NOT_IMPLEMENTED'));
    expect(await Promise.all(invalid.map(codeOf))).toEqual(invalid.map(() => 'INVALID_INPUT'));
  });

  it.each(came)('goes back as it came: $id: $about ($source)', ({ tools }) => {
    const names = new Set(tools.map(({ name }) => name));
    const { tools: written } = exportTools(registration.manifest.tools, { target: 'mcp-2025-11-25' });
    const back = (written as readonly TargetTools['mcp-2025-11-25'][]).filter(({ name }) => names.has(name));
    expect(Object.fromEntries(back.map((tool) => [tool.name, tool]))).toEqual(
      Object.fromEntries(tools.map((tool) => [tool.name, tool])),
    );
  });
});

interface ResultCase {
  readonly id: string;
  readonly about: string;
  readonly source: string;
  readonly code: string;
  readonly valid?: readonly unknown[];
  readonly invalid?: readonly unknown[];
  /** The rule that refuses the tool. */
  readonly refused?: string;
}

describe('a type that is derived accepts what TypeScript does', () => {
  const cases: readonly ResultCase[] = results;
  let root: string;
  let registration: Registration;

  beforeAll(async () => {
    root = await makeProject({
      ...sourcesOf(cases.filter(({ refused }) => refused === undefined)),
      'btcp.config.ts': configText("['src/**/*.ts']", CODE_USES),
    });
    await build({ cwd: root });
    registration = await importRegistration(root);
  });
  afterAll(() => removeProject(root));

  it.each(cases.filter(({ refused }) => refused === undefined))(
    '$id: $about ($source)',
    ({ code, valid = [], invalid = [] }) => {
      const [, name = ''] = /export const (\w+)/.exec(code) ?? [];
      const accepts = (value: unknown): boolean =>
        registration.validators?.[name]?.output?.(value).ok === true;
      expect(valid.map(accepts)).toEqual(valid.map(() => true));
      expect(invalid.map(accepts)).toEqual(invalid.map(() => false));
    },
  );

  it('or is refused', async () => {
    const refused = cases.filter((each) => each.refused !== undefined);
    const { diagnostics } = await build({ cwd: await writeProject(sourcesOf(refused)) });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, id }) => [file, id])).toEqual([
      ['src/c05-promise-member.ts', 'output-not-json'],
      ['src/c08-bytes.ts', 'output-not-json'],
      ['src/c11-method.ts', 'output-not-json'],
    ]);
  });
});

const sourcesOf = (cases: readonly ResultCase[]): Readonly<Record<string, string>> =>
  Object.fromEntries(cases.map(({ id, code }) => [`src/${id}.ts`, code]));

describe('a change has its bump', () => {
  it.each(changes)('$id: $about ($source)', async ({ bump, old, now }) => {
    const root = await writeProject({ 'old.json': JSON.stringify(old), 'now.json': JSON.stringify(now) });
    const { out } = await btcp(root, 'diff', 'old.json', 'now.json', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ bump });
  });
});

describe('an export is within what its provider takes', () => {
  const ofCase = ({ inputSchema, ...tool }: (typeof exported)[number]['tool']): readonly ManifestTool[] =>
    importTools({ tools: [{ ...tool, inputSchema }] }, { format: 'mcp' }).tools;
  const write = (
    tools: readonly ManifestTool[],
    target: Target,
    strict: boolean,
  ): Readonly<Record<string, unknown>> => {
    const { tools: written, refused } = exportTools(tools, { target, strict });
    expect(refused).toEqual([]);
    return written[0] as unknown as Readonly<Record<string, unknown>>;
  };

  it.each(exported)('$id: $about ($source)', ({ tool }) => {
    const tools = ofCase(tool);
    const anthropic = write(tools, 'anthropic', true);
    expect(anthropic['input_schema']).toMatchObject({ type: 'object' });
    const openai = write(tools, 'openai-responses', true);
    const { strict, parameters } = openai;
    expect(strict === true ? toStrictJsonSchema(parameters as never) : parameters).toEqual(parameters);
    expect(faultsForGemini(write(tools, 'gemini-openapi', false)['parameters'])).toEqual([]);
  });
});

/** What Gemini answers 400 to. */
function faultsForGemini(root: unknown): readonly string[] {
  const faults: string[] = [];
  walkSchema((root ?? {}) as JsonSchemaObject, (node, path) => {
    const schema: unknown = node;
    if (!isObject(schema)) {
      faults.push(`${path}: ${String(schema)} is no Schema`);
      return;
    }
    const { type, properties, enum: values } = schema;
    if (Array.isArray(values) && type !== 'STRING') faults.push(`${path}: enum of ${String(type)}`);
    if (Array.isArray(values) && values.includes('')) faults.push(`${path}: an empty text in enum`);
    if (type === 'OBJECT' && Object.keys(Object(properties)).length === 0)
      faults.push(`${path}: no properties`);
  });
  return faults;
}

it.each(refusals)('$id: $about ($source) is refused', ({ tools, ...expected }) => {
  const { refused } = importTools({ tools }, { format: 'mcp' });
  expect(refused.map(({ path, message, help }) => ({ path, message, help }))).toEqual([
    { path: expected.path, message: expected.message, help: expected.help },
  ]);
});
