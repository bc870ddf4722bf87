import type {
  BTCPError,
  ErrorCode,
  Issue,
  JsonSchemaObject,
  Manifest,
  ManifestTool,
  Registration,
  ToolValidators,
  Validator,
} from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { checkManifest } from './check-manifest.ts';
import type { ClientParts } from '../client-state.ts';
import type { CheckedRegistration, Checks, Runner, ToolEntry } from '../tool-entry.ts';

/** Compiles a schema at run time, for manifests that come without validators; throws if it cannot. */
export type SchemaCompiler = (schema: JsonSchemaObject) => Validator;

/** The maximum size of a manifest, as `copyJson` counts. */
const MAX_SIZE = 2 ** 24;

const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  INVALID_MANIFEST: 'Correct it, or run `btcp build`.',
  VALIDATORS_MISMATCH: 'Take all from one `btcp build`.',
};

/**
 * Checks a registration by itself, and copies all that its provider could change later.
 *
 * @throws BTCPError `INVALID_MANIFEST`, `MISSING_IMPLEMENTATION`, `MISSING_VALIDATORS`, `VALIDATORS_MISMATCH`.
 */
export function checkRegistration(
  parts: ClientParts,
  registration: Registration,
  compile: SchemaCompiler | undefined,
): CheckedRegistration {
  const { BTCPError, runnerOf } = parts;
  // Callers in plain JavaScript may pass anything, for example the bare manifest.
  const {
    manifest: source,
    implementations,
    validators,
    validatorsOnCall,
  }: Partial<Registration> = registration ?? {};
  if (!source)
    throw new BTCPError(
      'INVALID_ARGUMENT',
      'Pass { manifest, implementations, validators }, as registration.ts of a build exports it.',
    );
  const manifest = copyManifest(parts, source);
  const runners = forEach(parts, manifest, 'MISSING_IMPLEMENTATION', (tool) =>
    runnerOf(ownValue(implementations, tool.name)),
  );
  const find = validators
    ? (tool: ManifestTool): Checks => findChecks(parts, tool, ownValue(validators, tool.name))
    : validatorsOnCall
      ? (tool: ManifestTool) => findLater(parts, tool, ownValue(validatorsOnCall, tool.name))
      : compile && ((tool: ManifestTool): Checks => compileChecks(tool, compile));
  if (!find)
    throw new BTCPError('MISSING_VALIDATORS', {
      message: `Manifest "${manifest.name}" comes without validators.`,
      suggestion: 'Pass those of `btcp build`, or the option `compile`.',
    });
  const isBuilt = validators ?? validatorsOnCall;
  const checks = forEach<FoundChecks>(
    parts,
    manifest,
    isBuilt ? 'VALIDATORS_MISMATCH' : 'INVALID_MANIFEST',
    find,
  );
  const entries = manifest.tools.map((tool, index) => ({
    tool,
    // `forEach` returned a value for each tool.
    runner: runners[index] as Runner,
    checks: checks[index] as FoundChecks,
  }));
  return { manifest, entries };
}

/** An own property: a name such as `constructor` must not be inherited. */
const ownValue = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

function copyManifest(parts: ClientParts, source: unknown): Manifest {
  const copy = parts.copyJson(source, false, MAX_SIZE);
  const issues = copy.ok ? checkManifest(copy.value, parts.CAPABILITY_PATTERN) : copy.issues;
  if (!copy.ok || issues.length > 0) throw invalid(parts, 'INVALID_MANIFEST', 'manifest', issues);
  // It has the right shape.
  return freezeAll(copy.value) as Manifest;
}

function freezeAll(value: unknown): unknown {
  if (typeof value !== 'object' || !value) return value;
  // Without an array of values: a manifest of a thousand tools holds a hundred thousand.
  for (const key in value)
    if (Object.hasOwn(value, key)) freezeAll((value as Readonly<Record<string, unknown>>)[key]);
  return Object.freeze(value);
}

/** Maps every tool, or reports every tool for which the function throws. */
function forEach<T>(
  parts: ClientParts,
  { name, tools }: Manifest,
  code: ErrorCode,
  find: (tool: ManifestTool) => T,
): readonly T[] {
  const issues: Issue[] = [];
  const found = tools.flatMap((tool, index) => {
    try {
      return [find(tool)];
    } catch (thrown) {
      const error = parts.BTCPError.from(thrown);
      // A refusal, which is worded for calls.
      const isMissing = error.code === 'MISSING_IMPLEMENTATION';
      const message = `${tool.name}: ${isMissing ? 'has no implementation' : error.message}`;
      issues.push({ path: `/tools/${index}`, keyword: 'tool', message });
      return [];
    }
  });
  if (issues.length > 0) throw invalid(parts, code, `registration of "${name}"`, issues);
  return found;
}

/** An error with issues, which its message lists. */
function invalid(
  { BTCPError }: ClientParts,
  code: ErrorCode,
  what: string,
  issues: readonly Issue[],
): BTCPError {
  return BTCPError.from(
    new BTCPError(code, { message: `Invalid ${what}`, issues, suggestion: SUGGESTIONS[code] }),
  );
}

type FoundChecks = ToolEntry['checks'];

function findChecks(
  { BTCPError }: ClientParts,
  tool: ManifestTool,
  validators: ToolValidators | undefined,
): Checks {
  const { input, output } = validators ?? {};
  if (input && isFor(tool.inputSchema, input) && isFor(tool.outputSchema, output)) return { input, output };
  throw new BTCPError('VALIDATORS_MISMATCH', 'has no validators for these schemas');
}

function findLater(
  parts: ClientParts,
  tool: ManifestTool,
  load: (() => Promise<ToolValidators>) | undefined,
): FoundChecks {
  return typeof load === 'function'
    ? async () => findChecks(parts, tool, await load())
    : findChecks(parts, tool, undefined);
}

function isFor(schema: JsonSchemaObject | undefined, validator: Validator | undefined): boolean {
  return schema
    ? typeof validator === 'function' && validator.schema === schemaFingerprint(schema)
    : !validator;
}

function compileChecks({ inputSchema, outputSchema }: ManifestTool, compile: SchemaCompiler): Checks {
  return { input: compile(inputSchema), output: outputSchema && compile(outputSchema) };
}
