import { readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findOptionalDefaults, normalizeSchema, relaxRequired } from '@btcp/schema';
import type { JsonSchema } from '@btcp/core';
import type {
  DefinitionProblem,
  EvaluatedDefinition,
  EvaluationError,
  EvaluationEvent,
  EvaluationJob,
} from './evaluation-protocol.ts';
import { documentSchema, KIND } from './document-schema.ts';
import { findForeignSchema } from './foreign-schema.ts';
import { misspelt, withoutBundled } from './misspelt.ts';

// Runs in a process of its own, bundled with the slices: nothing here is imported by the build itself.

/** A module with tools, and how to load it. */
export interface EvaluatedModule {
  readonly path: string;
  readonly tools: readonly string[];
  readonly load: () => Promise<Readonly<Record<string, Captured>>>;
}

/** What a definition gave at its place: its value, or what it threw. */
interface Captured {
  readonly value?: unknown;
  readonly error?: unknown;
}

const REPORT_FD = 3;
// Before a module can put something else in its place.
const { stringify } = JSON;
const identified = new Set<object>();

function report(event: EvaluationEvent): void {
  let text = stringify(event) + '\n';
  let bytes = Buffer.from(text);
  text = '';
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(REPORT_FD, bytes));
    } catch (error) {
      // The pipe is full: the reader is another process and will empty it.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

/** Evaluates every module, one after the other, and reports each tool. */
export async function evaluateModules(modules: readonly EvaluatedModule[]): Promise<void> {
  // A promise that nobody waits for is no part of a schema.
  process.on('unhandledRejection', () => undefined);
  const job = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as EvaluationJob;
  await loadExternals(job);
  for (const { path, tools, load } of modules) {
    let exports: Readonly<Record<string, Captured>>;
    try {
      exports = await load();
    } catch (error) {
      report({ module: path, error: describe(error) });
      continue;
    }
    for (const [tool, id] of tools.entries()) {
      try {
        const captured = exports[id] as Captured;
        if ('error' in captured) throw captured.error;
        report({ module: path, tool, definition: readDefinition(captured.value) });
      } catch (error) {
        report({ module: path, tool, error: describe(error) });
      }
    }
  }
  report({ done: true });
  process.exit(0);
}

const externals = new Map<string, unknown>();

async function loadExternals(job: EvaluationJob): Promise<void> {
  for (const { name, specifier, url, reason } of job.externals) {
    report({ enter: name });
    externals.set(
      name,
      url === undefined ? missing(specifier, reason ?? '') : await importExternal(specifier, url),
    );
    report({ leave: name });
  }
}

async function importExternal(specifier: string, url: string): Promise<unknown> {
  try {
    const module: object = url.endsWith('.json') ? readJsonModule(url) : ((await import(url)) as object);
    return { ...module, __esModule: true };
  } catch (error) {
    return missing(specifier, describe(error).message);
  }
}

function readJsonModule(url: string): object {
  const value = JSON.parse(readFileSync(new URL(url), 'utf8')) as unknown;
  return { ...(Object(value) as object), default: value };
}

/** Stands for a module that could not be loaded: fails where it is used, not where it is imported. */
function missing(specifier: string, reason: string): unknown {
  const fail = (): never => {
    throw Object.assign(new Error(reason), { missingImport: specifier });
  };
  const trap = new Proxy(Object.create(null) as object, {
    get: (_, key) => (key === '__esModule' ? true : key === 'then' ? undefined : fail()),
    has: fail,
  });
  return new Proxy(() => undefined, {
    get: (_, key) => (key === '__esModule' ? true : key === 'then' ? undefined : fail()),
    apply: fail,
    construct: fail,
    getPrototypeOf: () => trap,
  });
}

/** Characters of a message that anybody wants to read. */
const LONGEST = 2000;

// What is thrown may be anything, also something that throws when it is looked at.
function describe(error: unknown): EvaluationError {
  try {
    const { message, stack, missingImport } = Object(error) as Partial<EvaluationError>;
    const text = (typeof message === 'string' ? message : String(error)).slice(0, LONGEST);
    return {
      message: misspelt(text, externals) ?? withoutBundled(text),
      stack: typeof stack === 'string' ? stack : '',
      ...(typeof missingImport === 'string' && { missingImport }),
    };
  } catch {
    return { message: 'something that has no text', stack: '' };
  }
}

function readDefinition(value: unknown): EvaluatedDefinition {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    const problem = {
      path: '',
      message: 'The definition is not an object.',
      help: 'Pass `defineTool` an object.',
    };
    return { fields: {}, hasExecute: true, problems: [problem] };
  }
  const { inputSchema, outputSchema, execute, ...rest } = { ...value } as Record<string, unknown>;
  const problems: DefinitionProblem[] = [];
  const fields = toJson(rest, '', problems, new Set()) as Record<string, unknown>;
  return {
    fields,
    ...(inputSchema !== undefined && readInput(inputSchema, problems)),
    ...(outputSchema !== undefined && { outputSchema: readSchema('outputSchema', outputSchema, problems) }),
    hasExecute: typeof execute === 'function',
    problems,
  };
}

function readInput(
  value: unknown,
  problems: DefinitionProblem[],
): Pick<EvaluatedDefinition, 'inputSchema' | 'optionalDefaults'> {
  const before = problems.length;
  const inputSchema = readSchema('inputSchema', value, problems);
  if (problems.length > before) return { inputSchema };
  const found = findOptionalDefaults(value);
  const pathsOf = (isRequired: boolean): string[] =>
    found.filter((each) => each.isRequired === isRequired).map(({ path }) => path);
  relaxRequired(inputSchema, new Set(pathsOf(true)));
  return { inputSchema, optionalDefaults: pathsOf(false) };
}

function readSchema(key: string, value: unknown, problems: DefinitionProblem[]): JsonSchema {
  const foreign = findForeignSchema(key, value);
  if (foreign) {
    problems.push(foreign);
    return {};
  }
  const result = normalizeSchema(value, { definitions: [...identified] });
  for (const { path, message, help } of result.problems)
    problems.push({ path: `/${key}${path}`, message, help });
  for (const { path, message, help } of result.ignored ?? [])
    problems.push({ path: `/${key}${path}`, message, help, isIgnored: true });
  return result.schema;
}

// Undefined properties are dropped, as JSON does; whatever else JSON would lose or change is a problem.
function toJson(value: unknown, path: string, problems: DefinitionProblem[], within: Set<object>): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isPlain = Array.isArray(value) || isPlainObject(value);
  if (!isPlain || within.has(value)) {
    const what = isPlain ? 'refers to itself' : `is ${nameOf(value)}, which is not JSON`;
    problems.push({
      path,
      message: `This value ${what}.`,
      help: 'Use strings, numbers, booleans, null, arrays and plain objects.',
    });
    return null;
  }
  within.add(value);
  const result = Array.isArray(value)
    ? value.map((item, index) => toJson(item, `${path}/${index}`, problems, within))
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [
            key,
            toJson(item, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, problems, within),
          ]),
      );
  within.delete(value);
  return result;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return `a ${value.constructor?.name ?? 'object'}`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

// As `defineTool` does: what is changed in the definition afterwards does not change the tool.
function defineCaptured(_: undefined, definition: unknown): Captured {
  if (definition === undefined)
    throw new Error('The definition is undefined here; a constant that holds it belongs above');
  if (typeof definition !== 'object' || definition === null) return { value: definition };
  return { value: Object.defineProperties({}, Object.getOwnPropertyDescriptors(definition)) };
}

function rememberSchemas(...values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const candidate of KIND in value ? [value] : Object.values(value)) {
      const schema = Object(candidate) as { readonly $id?: unknown };
      if (typeof schema.$id === 'string') identified.add(schema);
    }
  }
}

Object.assign(globalThis, {
  __btcpDefine: defineCaptured,
  __btcpDocument: documentSchema,
  __btcpEnter: (label: string) => report({ enter: label }),
  __btcpLeave: (label: string) => report({ leave: label }),
  __btcpMeta: (path: string) => ({
    ...import.meta,
    url: pathToFileURL(path).href,
    filename: path,
    dirname: dirname(path),
  }),
  __btcpSeen: rememberSchemas,
  __btcpExternal: (name: string) => externals.get(name),
});
