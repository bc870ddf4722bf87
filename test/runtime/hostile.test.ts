import { BTCPClient } from '@btcp/client';
import { BTCPError, ERROR_CODES, type JsonSchemaObject, type Manifest } from '@btcp/core';
import { findLimits, mutateValue, Random, ValueSampler } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostileValue, withHostile } from './hostile-value.ts';

const CALLS = 96_000;
const MANIFESTS = 4000;
const SEED = 14;
/** Small, as some values claim to be endless. */
const LIMITS = { input: 800, output: 800 };

const ORDER: JsonSchemaObject = {
  type: 'object',
  properties: {
    customer: { type: 'string', minLength: 1, maxLength: 20 },
    amount: { type: 'number', minimum: 0, maximum: 1000, default: 1 },
    lines: {
      type: 'array',
      maxItems: 3,
      items: {
        anyOf: [
          {
            type: 'object',
            properties: { kind: { const: 'book' }, pages: { type: 'integer' } },
            required: ['kind', 'pages'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'gift' }, note: { type: 'string' } },
            required: ['kind'],
          },
        ],
      },
    },
    labels: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      propertyNames: { maxLength: 8 },
    },
  },
  required: ['customer'],
  additionalProperties: false,
};
const TREE: JsonSchemaObject = {
  type: 'object',
  properties: { name: { type: 'string' }, children: { type: 'array', maxItems: 2, items: { $ref: '#' } } },
  required: ['name'],
};
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'orders',
  version: '1.0.0',
  capabilities: ['dom:read'],
  config: { timeout: 1000, maxConcurrent: 2 },
  tools: [
    {
      name: 'placeOrder',
      description: 'Places an order.',
      inputSchema: ORDER,
      outputSchema: ORDER,
      capabilities: [],
    },
    {
      name: 'growTree',
      description: 'Grows a tree of names.',
      inputSchema: TREE,
      outputSchema: TREE,
      capabilities: ['dom:read'],
    },
  ],
};

const CODES = new Set([...Object.keys(ERROR_CODES), 'THROWN']);
const prototypes = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  Promise.prototype,
  BTCPError.prototype,
];
const keysOfPrototypes = () => prototypes.map((prototype) => Reflect.ownKeys(prototype));
const BEFORE = keysOfPrototypes();

// Reading the stacks of 60,000 errors would take longer than all the rest.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));
// oxlint-disable-next-line vitest/no-standalone-expect -- holds after every test
afterEach(() => expect(keysOfPrototypes()).toEqual(BEFORE));

/** What an outcome does wrong; nothing for JSON, and for an error that can be sent. */
function problemOf(outcome: unknown, isError: boolean): string | undefined {
  if (!isError) return JSON.stringify(outcome) === undefined ? 'no JSON' : undefined;
  if (!(outcome instanceof BTCPError)) return `rejected with ${typeof outcome}`;
  if (!CODES.has(outcome.code)) return `the code ${outcome.code}`;
  return JSON.stringify(outcome).length > 200_000 ? 'an error that is too long' : undefined;
}

/** Runs a call; says what its outcome does wrong. */
async function callOutcome(
  call: () => Promise<unknown>,
): Promise<{ value?: unknown; error?: BTCPError; problem: string | undefined }> {
  try {
    const value = await call();
    return { value, problem: problemOf(value, false) };
  } catch (error) {
    return { error: error as BTCPError, problem: problemOf(error, true) };
  }
}

/** Inputs or outputs of a schema: valid, nearly valid, and hostile. */
function generator(schema: JsonSchemaObject, random: Random): () => unknown {
  const sampler = new ValueSampler(schema, findLimits(schema), random);
  return () => {
    const value = sampler.sample();
    switch (random.below(5)) {
      case 0:
        return value;
      case 1:
        return mutateValue(value, sampler, random);
      case 2:
        return withHostile(value, random);
      case 3:
        return withHostile(mutateValue(value, sampler, random), random);
      default:
        return random.isLucky(0.2) ? hostileValue(random) : value;
    }
  };
}

/** Something thrown, or returned, by a tool. */
function outcomeOf(generate: () => unknown, random: Random): unknown {
  // oxlint-disable-next-line unicorn/no-thenable -- it never ends
  if (random.isLucky(0.0004)) return { then: () => undefined };
  if (random.isLucky(0.05)) {
    // oxlint-disable-next-line typescript/only-throw-error -- a tool may
    throw random.isLucky(0.5)
      ? new BTCPError('THROWN', { data: generate() as never, issues: generate() as never })
      : generate();
  }
  return random.isLucky(0.3) ? Promise.resolve(generate()) : generate();
}

describe('the way from a manifest to a call', () => {
  it(`holds for ${CALLS} calls with hostile inputs and results`, { timeout: 300_000 }, async () => {
    const random = new Random(SEED);
    const judges = new Map<string, ValidateFunction>(
      ['ORDER', 'TREE'].map((name) => [
        name,
        new Ajv2020({ strict: false }).compile(name === 'ORDER' ? ORDER : TREE),
      ]),
    );
    const judgeOf = (tool: string): ValidateFunction =>
      judges.get(tool === 'placeOrder' ? 'ORDER' : 'TREE') as ValidateFunction;
    const generators = { placeOrder: generator(ORDER, random), growTree: generator(TREE, random) };
    const problems: unknown[] = [];
    let ran = 0;
    let returned = 0;
    const run =
      (tool: keyof typeof generators) =>
      (input: unknown): unknown => {
        ran++;
        if (!judgeOf(tool)(input)) problems.push({ tool, ranWith: input });
        return outcomeOf(generators[tool], random);
      };
    const implementations = { placeOrder: run('placeOrder'), growTree: run('growTree') };
    const open = async (): Promise<BTCPClient> => {
      const opened = new BTCPClient({
        compile: compileSchema,
        grants: [{ capability: 'dom:read' }],
        limits: LIMITS,
      });
      await opened.registerManifest({ manifest: MANIFEST, implementations });
      return opened;
    };
    let client = await open();
    for (let number = 0; number < CALLS; number++) {
      const tool = random.isLucky(0.5) ? 'placeOrder' : 'growTree';
      const input = generators[tool]();

      const { value, error, problem } = await callOutcome(() => client.callTool(tool, input, { timeout: 8 }));
      if (problem) problems.push({ seed: SEED, number, tool, problem });
      // A tool that never ends keeps its place for a minute, for which the next calls would wait.
      if (error?.code === 'EXECUTION_TIMEOUT') client = await open();
      if (error) continue;
      returned++;
      if (!judgeOf(tool)(value)) problems.push({ seed: SEED, number, tool, returned: value });
    }
    expect(problems.slice(0, 5)).toEqual([]);
    // Otherwise little was tried.
    expect(ran).toBeGreaterThan(CALLS * 0.3);
    expect(returned).toBeGreaterThan(CALLS * 0.1);
  });

  it(`holds for ${MANIFESTS} manifests that were changed`, { timeout: 300_000 }, async () => {
    const random = new Random(SEED);
    const sampler = new ValueSampler(ORDER, [], random);
    const problems: unknown[] = [];
    let registered = 0;
    for (let number = 0; number < MANIFESTS; number++) {
      let manifest: unknown = MANIFEST;
      for (let changes = 1 + random.below(2); changes > 0; changes--)
        manifest = mutateValue(manifest, sampler, random);
      if (random.isLucky(0.3)) manifest = withHostile(manifest, random);
      const implementations = random.isLucky(0.1)
        ? hostileValue(random)
        : { placeOrder: () => 1, growTree: () => 2 };
      const client = new BTCPClient({ compile: compileSchema, limits: LIMITS });
      const { error, problem } = await callOutcome(() =>
        client.registerManifest({ manifest, implementations } as never),
      );
      if (problem) problems.push({ seed: SEED, number, problem, message: error?.message });
      if (error) {
        if (client.listTools().length > 0)
          problems.push({ seed: SEED, number, problem: 'half a registration' });
        continue;
      }
      registered++;
      for (const { name } of client.listTools({ callable: false })) {
        const denied = await callOutcome(() => client.callTool(name, { customer: 'a', name: 'b' }));
        if (denied.error?.code !== 'CAPABILITY_DENIED')
          problems.push({ seed: SEED, number, name, problem: 'not denied' });
      }
      for (const { name } of client.listTools()) {
        const called = await callOutcome(() => client.callTool(name, sampler.sample(), { timeout: 8 }));
        if (called.problem) problems.push({ seed: SEED, number, name, problem: called.problem });
      }
    }
    expect(problems.slice(0, 5)).toEqual([]);
    expect(registered).toBeGreaterThan(MANIFESTS * 0.1);
  });
});
