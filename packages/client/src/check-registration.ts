import {
  BTCPError,
  copyJson,
  schemaFingerprint,
  type ErrorCode,
  type Issue,
  type JsonSchemaObject,
  type Manifest,
  type ManifestTool,
  type Registration,
  type ToolContext,
  type ToolValidators,
  type Validator,
} from '@btcp/core';
import { checkManifest } from './check-manifest.ts';
import { invalid } from './errors.ts';

/** Compiles a schema at run time, for manifests that come without validators; throws if it cannot. */
export type SchemaCompiler = (schema: JsonSchemaObject) => Validator;

/** A tool as a client lists it: the manifest's entry, frozen, with the manifest's name. */
export interface RegisteredTool extends ManifestTool {
  /** The name of the tool's manifest. */
  readonly manifest: string;
}

/** What runs a tool; `run` is not there before it is loaded. */
export interface Runner {
  run?: (input: unknown, context: ToolContext) => unknown;
  readonly load?: () => Promise<void>;
}

/** A registered tool with what runs it. */
export interface ToolEntry {
  readonly tool: RegisteredTool;
  readonly runner: Runner;
  readonly input: Validator;
  readonly output: Validator | undefined;
  /** What the tool, else its manifest, declares; milliseconds. */
  readonly timeout: number | undefined;
}

/** A registration that passed every check but those for conflicts with others. */
export interface CheckedRegistration {
  /** The client's own frozen copy. */
  readonly manifest: Manifest;
  readonly entries: readonly ToolEntry[];
}

/**
 * Checks a registration by itself, and keeps nothing of it that its provider could change later.
 *
 * @throws BTCPError `INVALID_MANIFEST`, `MISSING_IMPLEMENTATION`, `VALIDATORS_MISSING`, `VALIDATORS_MISMATCH`.
 */
export function checkRegistration(registration: Registration, compile?: SchemaCompiler): CheckedRegistration {
  // Callers in plain JavaScript may pass anything, for example the bare manifest.
  const { manifest: source, implementations, validators }: Partial<Registration> = registration ?? {};
  if (!source) throw new BTCPError('INVALID_ARGUMENT', 'Pass { manifest, implementations, validators }.');
  const manifest = copyManifest(source);
  const { name, tools, config } = manifest;
  const runners = forEach(manifest, 'MISSING_IMPLEMENTATION', (tool) =>
    findRunner(ownValue(implementations, tool.name)),
  );
  const find = validators
    ? (tool: ManifestTool): Checks => findChecks(tool, ownValue(validators, tool.name))
    : compile && ((tool: ManifestTool): Checks => compileChecks(tool, compile));
  if (!find) throw new BTCPError('VALIDATORS_MISSING', `Manifest "${name}" comes without validators.`);
  const checks = forEach(manifest, validators ? 'VALIDATORS_MISMATCH' : 'INVALID_MANIFEST', find);
  const entries = tools.map((tool, index) => ({
    tool: Object.freeze({ ...tool, manifest: name }),
    // forEach found something for each tool.
    runner: runners[index] as Runner,
    ...(checks[index] as Checks),
    timeout: tool.timeout ?? config?.timeout,
  }));
  return { manifest, entries };
}

type Checks = Pick<ToolEntry, 'input' | 'output'>;

function copyManifest(source: unknown): Manifest {
  const copy = copyJson(source, false, true);
  const issues = copy.ok ? checkManifest(copy.value) : copy.issues;
  if (!copy.ok || issues.length > 0) throw invalid('INVALID_MANIFEST', 'manifest', issues);
  // Nothing is wrong with its shape.
  return copy.value as Manifest;
}

/** Finds something for every tool, or reports every tool for which that throws. */
function forEach<T>(
  { name, tools }: Manifest,
  code: ErrorCode,
  find: (tool: ManifestTool) => T,
): readonly T[] {
  const issues: Issue[] = [];
  const found = tools.flatMap((tool, index) => {
    try {
      return [find(tool)];
    } catch (error) {
      issues.push({
        path: `/tools/${index}`,
        keyword: 'tool',
        message: `${tool.name}: ${BTCPError.from(error).message}`,
      });
      return [];
    }
  });
  if (issues.length > 0) throw invalid(code, `registration of "${name}"`, issues);
  return found;
}

// A name such as `constructor` must not be found by inheritance.
function ownValue<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function findRunner(implementation: unknown): Runner {
  const { execute = implementation, load } = Object(implementation) as Readonly<Record<string, unknown>>;
  if (typeof execute === 'function')
    return { run: (input, context): unknown => execute.call(implementation, input, context) };
  if (typeof load !== 'function') throw new BTCPError('MISSING_IMPLEMENTATION', 'has no implementation');
  const runner: Runner = {
    load: async () => void Object.assign(runner, findRunner(await load.call(implementation))),
  };
  return runner;
}

function findChecks(tool: ManifestTool, validators: ToolValidators | undefined): Checks {
  const { input, output } = validators ?? {};
  if (input && isFor(tool.inputSchema, input) && isFor(tool.outputSchema, output)) return { input, output };
  throw new Error('has no validators for these schemas');
}

function isFor(schema: JsonSchemaObject | undefined, validator: Validator | undefined): boolean {
  return schema
    ? typeof validator === 'function' && validator.schema === schemaFingerprint(schema)
    : !validator;
}

function compileChecks({ inputSchema, outputSchema }: ManifestTool, compile: SchemaCompiler): Checks {
  return { input: compile(inputSchema), output: outputSchema && compile(outputSchema) };
}
