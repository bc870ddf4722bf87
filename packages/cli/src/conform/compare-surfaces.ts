import { isDeepStrictEqual } from 'node:util';
import { BTCPClient } from '@btcp/client';
import {
  BTCPError,
  type Manifest,
  type Registration,
  type JsonSchema,
  type ManifestTool,
  type ToolValidators,
  type Validator,
} from '@btcp/core';
import {
  omitKeys,
  boundaryValues,
  CheckedSampler,
  findLimits,
  HOSTILE_VALUES,
  Random,
  varyValue,
} from '@btcp/schema/internal';
import {
  type Comparison,
  type ConformCase,
  findDifferences,
  judgeCalls,
  type Surface,
  type CaseKind,
} from './find-differences.ts';
import { directSurface, standardSurface, mcpSurface, webMcpSurface } from './surfaces.ts';
import { InputError } from '../errors.ts';

export interface SurfaceReport extends Comparison {
  readonly tools: number;
  readonly cases: number;
  /** The level of isolation of the manifest, where it has one: the surfaces are compared without it. */
  readonly notExercised: readonly string[];
}

/**
 * Makes the same calls of every tool through the client, MCP, WebMCP and Standard Schema, and compares what callers get,
 * also with what the manifest's own schemas say.
 * The tools' own code is not run.
 *
 * @param built - What `btcp build` wrote.
 * @param published - The manifest by which calls are made and judged.
 * @throws InputError if a surface cannot be opened.
 */
export async function compareSurfaces(
  built: Registration,
  published: Manifest,
  seed: number,
): Promise<SurfaceReport> {
  const stubs = stubTools(built);
  const { registration } = stubs;
  const { manifest } = registration;
  // Nothing of the author's is run: what asks is compared as what does not.
  const client = new BTCPClient({ onConfirm: () => true });
  // Otherwise every call of a deprecated tool is logged.
  client.on('deprecatedCalled', () => undefined);
  await client.registerManifest(registration).catch((error: unknown) => {
    const { message, suggestion = 'Run `btcp build`.' } = BTCPError.from(error);
    throw new InputError(`The client refuses the build: ${message}`, suggestion);
  });
  const mcp = await mcpSurface(client, manifest);
  try {
    const surfaces = [
      directSurface(client),
      mcp,
      await webMcpSurface(client),
      standardSurface(client, registration),
    ].map((surface) => watched(surface, stubs));
    const cases = await casesOf(registration, published, seed);
    const capabilities = [...new Set([...manifest.capabilities, ...published.capabilities])];
    const prepare = async (call: ConformCase): Promise<void> => {
      stubs.current = call;
      if (call.kind === 'denied') await client.revokeCapabilities(capabilities);
      else await client.grantCapabilities(capabilities);
    };
    const comparison = await findDifferences(surfaces, cases, prepare, judgeCalls(published.tools));
    const { sandbox } = built.manifest.config ?? {};
    return {
      ...comparison,
      tools: published.tools.length,
      cases: cases.length,
      notExercised: sandbox === undefined ? [] : [sandbox],
    };
  } finally {
    await mcp.close();
  }
}

/** A surface whose outcomes say which other input the tool got. */
function watched(surface: Surface, stubs: StubTools): Surface {
  return {
    ...surface,
    async call(tool, input) {
      const outcome = await surface.call(tool, input);
      const received = stubs.takeReceived();
      return !received || isDeepStrictEqual(received.value, input)
        ? outcome
        : { ...outcome, received: received.value };
    },
  };
}

async function casesOf(
  { validators = {}, validatorsOnCall = {} }: Registration,
  { tools }: Manifest,
  seed: number,
): Promise<readonly ConformCase[]> {
  const cases = tools.map(async (tool) => {
    const own = validators[tool.name] ?? (await validatorsOnCall[tool.name]?.());
    if (own) return makeCases(tool, own, seed);
    throw new InputError(`The tool "${tool.name}" has no validators.`, 'Run `btcp build`.');
  });
  return (await Promise.all(cases)).flat();
}

/** A registration whose tools do what a case says, instead of running their own code. */
interface StubTools {
  readonly registration: Registration;
  current: ConformCase | undefined;
  /** The input of the tool that has run since this was asked for. */
  takeReceived(): { readonly value: unknown } | undefined;
}

/**
 * Replaces the implementations of a registration; tools and validators stay the built ones. Isolation is left out: there is
 * none of a provider's code to confine, and no frame in Node.
 */
function stubTools(built: Registration): StubTools {
  let received: { readonly value: unknown } | undefined;
  const execute = (input: unknown): unknown => {
    received = { value: JSON.parse(JSON.stringify(input)) as unknown };
    const { output, throws } = stubs.current ?? { output: null };
    if (throws !== undefined) throw new BTCPError(throws, 'The tool fails on purpose.');
    return output;
  };
  const implementations = Object.fromEntries(built.manifest.tools.map(({ name }) => [name, execute]));
  const { config, ...manifest } = built.manifest;
  const inline = omitKeys({ ...config }, ['sandbox']);
  const registration = { ...built, implementations, manifest: { ...manifest, config: inline } };
  const stubs: StubTools = {
    registration,
    current: undefined,
    takeReceived() {
      const taken = received;
      received = undefined;
      return taken;
    },
  };
  return stubs;
}

/** Cases of each kind that are generated for a tool. */
const GENERATED = 25;
/** Further valid inputs, as each place is wanted in one of them. */
const MORE_VALID = 100;
/** Characters of an input, as JSON, from which on few are generated, and none with a change in one of its places. */
const MAX_LENGTH = 20_000;
const GENERATED_LARGE = 3;
/** Maximum cases with a hostile value in one place, and with one at a limit. */
const MAX_HOSTILE = 80;
const MAX_BOUNDARIES = 200;

/** A code that no tool has by chance. */
const OWN_CODE = 'CONFORM_OWN_CODE';

/**
 * Makes the calls of a tool: its examples, generated inputs, valid and invalid ones, and valid ones with a hostile value, or one
 * at a limit, in one of their places; and what the tool may do: return what its schema accepts or refuses, or throw.
 *
 * @param seed - The same one gives the same cases.
 */
export function makeCases(
  tool: ManifestTool,
  validators: ToolValidators,
  seed: number,
): readonly ConformCase[] {
  const { name, inputSchema, outputSchema, examples = [] } = tool;
  const random = new Random(seed);
  const inputs = new CheckedSampler(inputSchema, accepts(validators.input), random, examples.map(inputOf));
  const outputs =
    outputSchema &&
    validators.output &&
    new CheckedSampler(outputSchema, accepts(validators.output), random, examples.flatMap(outputOf));
  const output = (): unknown => (outputs ? outputs.valid() : null);
  const cases: ConformCase[] = [];
  const add = (
    kind: CaseKind,
    input: unknown,
    does: Pick<ConformCase, 'output' | 'throws'> = { output: output() },
  ): void => {
    if (input !== undefined) cases.push({ tool: name, kind, input, ...does });
  };
  for (const { input, output: shown } of examples)
    add('example', input, { output: shown === undefined ? output() : shown });
  const first = inputs.valid();
  const isLarge = JSON.stringify(first ?? null).length > MAX_LENGTH;
  add('valid', first);
  for (let count = 1; count < (isLarge ? GENERATED_LARGE : GENERATED); count++) {
    add('valid', inputs.valid());
    add('invalid', inputs.invalid());
    if (outputs) add('output', inputs.valid(), { output: outputs.invalid() });
  }
  const valid = cases.filter(({ kind }) => kind === 'example' || kind === 'valid');
  const more = Array.from({ length: isLarge ? 0 : MORE_VALID }, () => inputs.valid()).filter(
    (input) => input !== undefined,
  );
  const [base, ...others] = fullestFirst([...valid.map(({ input }) => input), ...more]);
  const boundaries = boundariesOf(inputSchema, [base, ...others]);
  if (!isLarge) for (const input of spread(boundaries, MAX_BOUNDARIES)) add('boundary', input);
  const hostile = varyValue(base, () => HOSTILE_VALUES);
  if (!isLarge) for (const input of spread(hostile, MAX_HOSTILE)) add('hostile', input);
  add('error', base, { output: null, throws: OWN_CODE });
  if (tool.capabilities.length > 0) add('denied', base);
  return distinct(cases);
}

const accepts =
  (validator: Validator) =>
  (value: unknown): boolean =>
    validator(value).ok;

type Example = NonNullable<ManifestTool['examples']>[number];
const inputOf = ({ input }: Example): unknown => input;
const outputOf = ({ output }: Example): readonly unknown[] => (output === undefined ? [] : [output]);

/** Longer inputs have a long string, and fewer places. */
const MAX_BASE = 1000;

/** The inputs that probably have the most places first, and none that is longer, unless there is no other. */
function fullestFirst(inputs: readonly unknown[]): readonly unknown[] {
  const sized = inputs.map((input) => ({ input, size: JSON.stringify(input).length }));
  const fitting = sized.filter(({ size }) => size <= MAX_BASE).sort((a, b) => b.size - a.size);
  return (fitting.length === 0 ? sized.slice(0, 1) : fitting).map(({ input }) => input);
}

/** Valid inputs with a value at a limit in each place that one of them has. */
function* boundariesOf(schema: JsonSchema, inputs: readonly unknown[]): Iterable<unknown> {
  const limits = findLimits(schema);
  const done = new Set<string>();
  const replacementsOf = (value: unknown, place: string): readonly unknown[] => {
    const edges = boundaryValues(value, limits);
    // A place may have a value of another type in another input.
    const key = `${typeof value} ${place}`;
    return edges.length === 0 || done.size === done.add(key).size ? [] : edges;
  };
  for (const input of inputs) yield* varyValue(input, replacementsOf);
}

/** At most so many of some values, from all of their range. */
function spread(values: Iterable<unknown>, most: number): readonly unknown[] {
  const all = [...values];
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, index) => all[Math.floor(index * step)]);
}

function distinct(cases: readonly ConformCase[]): readonly ConformCase[] {
  const keys = new Set<string>();
  return cases.filter(({ kind, ...call }) => {
    // What a tool returns does not matter where its input is refused, and is tried with others where it is accepted.
    const key = JSON.stringify(kind === 'output' ? call : [kind === 'denied', call.input, call.throws]);
    return keys.size < keys.add(key).size;
  });
}
