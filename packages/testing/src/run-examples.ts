import { BTCPClient, type ClientOptions, type HostContext } from '@btcp/client';
import { BTCPError, type Example, type ManifestTool, type Registration } from '@btcp/core';
import { findDifference } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { noTool } from './describe-tools.ts';
import { type FakesOptions, installFakes } from './fakes/install-fakes.ts';
import { provideGlobals } from './fakes/provide-globals.ts';
import { BTCPTestClient, registerAnyhow } from './test-client.ts';

/** What an example runs with: the HTML of a page, or that and more. */
export type ExampleFixture = string | FixtureParts;

/** The parts of a fixture. */
export interface FixtureParts {
  /** The page. Default: an empty one. */
  readonly html?: string;
  /** What a host adds to `ctx`. */
  readonly context?: HostContext;
  /** Installs fakes of storage, clipboard and `fetch`, with what they hold at first. */
  readonly fakes?: FakesOptions;
}

/** What to run examples with. */
export interface RunExamplesOptions {
  /** By tool: one for all of its examples, or a function that returns one for each, or `undefined`. */
  readonly fixtures?: Readonly<Record<string, ExampleFixture | ExampleFixtures>>;
}

/** Makes the fixture of an example. */
export type ExampleFixtures = (example: Example, index: number) => ExampleFixture | undefined;

/** How an example ended. */
export type ExampleOutcome =
  | { readonly status: 'passed'; readonly output: unknown }
  | {
      readonly status: 'differs';
      readonly output: unknown;
      readonly expected: unknown;
      /** JSON pointer to the first difference. */
      readonly path: string;
    }
  | { readonly status: 'failed'; readonly error: BTCPError }
  | { readonly status: 'skipped'; readonly reason: string };

/** An example, and how it ended. */
export type ExampleResult = ExampleOutcome & {
  readonly tool: string;
  /** Its index in the tool's examples. */
  readonly index: number;
  readonly description?: string;
};

/**
 * Runs the examples of a registration's tools, each with a client of its own, under the capabilities that its tool
 * declares, and compares what they return. An example of a tool that declares capabilities depends on a page's state,
 * and is skipped unless it has a fixture; without capabilities and fixture there is no page. Tools that are built to run
 * isolated run in QuickJS. What a tool has confirmed is confirmed.
 *
 * @param registration - The built one, or `describeTools({ … })` of tools that are not built.
 * @returns One result for every example, in the order of the manifest.
 * @throws BTCPError `INVALID_ARGUMENT` for a fixture of no tool.
 * @example
 * const results = await runExamples(registration, { fixtures: { getCell: '<td id="B5">42</td>' } });
 * expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
 */
export async function runExamples(
  registration: Registration,
  { fixtures = {} }: RunExamplesOptions = {},
): Promise<readonly ExampleResult[]> {
  const { tools } = registration.manifest;
  for (const name of Object.keys(fixtures))
    if (!tools.some((tool) => tool.name === name)) throw noTool(name, registration, 'for this fixture');
  const results: ExampleResult[] = [];
  for (const tool of tools) {
    for (const [index, example] of (tool.examples ?? []).entries()) {
      const { description } = example;
      const given = Object.hasOwn(fixtures, tool.name) ? fixtures[tool.name] : undefined;
      const fixture = typeof given === 'function' ? given(example, index) : given;
      results.push({
        tool: tool.name,
        index,
        ...(description !== undefined && { description }),
        // One after the other: they share the page's globals.
        ...(await outcomeOf(registration, tool, example, fixture)),
      });
    }
  }
  return results;
}

async function outcomeOf(
  registration: Registration,
  tool: ManifestTool,
  example: Example,
  fixture: ExampleFixture | undefined,
): Promise<ExampleOutcome> {
  if (tool.capabilities.length > 0 && fixture === undefined)
    return { status: 'skipped', reason: `It needs ${tool.capabilities.join(', ')}, and has no fixture.` };
  return runExample(registration, tool, example, fixture);
}

/** Runs one example, with a client of its own, whatever its tool declares. */
export async function runExample(
  registration: Registration,
  tool: ManifestTool,
  { input, output: expected }: Example,
  fixture?: ExampleFixture,
): Promise<Exclude<ExampleOutcome, { readonly status: 'skipped' }>> {
  // There is no frame in Node; tools that are built to run isolated run in QuickJS.
  const sandbox = registration.isolated && ({ sandbox: 'wasm' } as const);
  const { client, close } = openClient(tool, fixture, sandbox);
  try {
    await registerAnyhow(
      (given, options) => client.registerManifest(given, options),
      withOnly(registration, tool),
    );
    await client.grantCapabilities(tool.capabilities);
    // The author of an example has asked for it.
    const output = await client.callTool(tool.name, input, { onConfirm: () => true });
    const difference = expected === undefined ? undefined : findDifference(expected, output);
    if (!difference) return { status: 'passed', output };
    return { status: 'differs', output, expected, path: difference.path };
  } catch (thrown) {
    return { status: 'failed', error: BTCPError.from(thrown) };
  } finally {
    // Ends what isolated tools run in.
    await client.clearManifests();
    close();
  }
}

/** A client, and what removes its page. */
function openClient(
  tool: ManifestTool,
  fixture: ExampleFixture | undefined,
  sandbox: Pick<ClientOptions, 'sandbox'> | undefined,
): { readonly client: BTCPClient; readonly close: () => void } {
  // Making a page takes longer than most tools.
  if (fixture === undefined && tool.capabilities.length === 0)
    return { client: new BTCPClient({ compile: compileSchema, ...sandbox }), close: () => undefined };
  const { html = '', context, fakes } = typeof fixture === 'object' ? fixture : { html: fixture };
  const client = new BTCPTestClient({ html, ...sandbox, ...(context && { context }) });
  return { client, close: fakes ? installFakes(client, fakes).restore : provideGlobals(client.dom) };
}

// Leaves out the other tools: a registration without validators is compiled for each example.
function withOnly(registration: Registration, tool: ManifestTool): Registration {
  return { ...registration, manifest: { ...registration.manifest, tools: [tool] } };
}
