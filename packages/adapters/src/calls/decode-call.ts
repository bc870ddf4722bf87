import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import { ownValue, parseCallJson } from '@btcp/core/internal';
import { getOwn, isObject } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';
import { CALL_TARGETS, type CallTarget, type EncodedResults, FORMATS } from '../targets/targets.ts';
import type { JsonObject } from '../profile/import-profile.ts';
import { toolOf, type ExportedNames } from '../names/exported-names.ts';
import { readInput, type Reading } from '../profile/input-reader.ts';
import type { CallFields, FormatCalls, RawCall, Outcome } from '../profile/format-calls.ts';
import { splitOutput } from '../profile/content/split-output.ts';

/** A call as `client.callTool(name, input)` takes it. */
export interface DecodedCall {
  /** The tool's name, as in the manifest. */
  readonly name: string;
  /** Not validated yet. */
  readonly input: JsonObject;
}

/** What a call is read by. */
export interface DecodeOptions {
  /** The format that the tools were exported to. */
  readonly target: CallTarget;
  /**
   * As the export returned them. Read back from JSON they still name the tools, but strict calls keep the nulls that stand
   * for absent properties, and forge's arguments stay strings.
   */
  readonly names: ExportedNames;
}

/** What a result is written for. */
export interface EncodeOptions<T extends CallTarget = CallTarget> {
  /** The format that the tools were exported to. */
  readonly target: T;
  /** The provider's call, for its id and name. */
  readonly call: unknown;
  /**
   * As the export returned them. With them the result has the form of the exported output schema, and media and links are
   * parts of their own.
   */
  readonly names?: ExportedNames | undefined;
}

/**
 * Reads a model's tool call.
 *
 * @param call - One tool call as the provider's API gives it; for forge, the text with `<tool>` in it.
 * @throws BTCPError `TOOL_NOT_FOUND`, `INVALID_INPUT` where the arguments are not a JSON object, `INVALID_ARGUMENT`
 * where it is not a call, or `names` are missing.
 */
export function decodeCall(call: unknown, { target, names }: DecodeOptions): DecodedCall {
  return readable(() => {
    const { exportedName, input } = readCall(target, call);
    if (!isObject(names))
      throw new BTCPError('INVALID_ARGUMENT', 'Pass `names`, as `exportTools` returned them.');
    const name = ownValue(names, exportedName);
    if (name === undefined) throw notFound(exportedName, names);
    const given = readArguments(input, exportedName);
    const exported = toolOf(names, exportedName);
    if (exported === undefined) return { name, input: given };
    const { tool, strict } = exported;
    const reading = callsOf(target).reading ?? (strict ? NULL_IS_ABSENT : undefined);
    return { name, input: reading ? readInput(given, tool.inputSchema, reading) : given };
  });
}

/** Runs what reads a call; a getter or a proxy may throw, which no provider's API returns. */
function readable<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    if (BTCPError.is(cause)) throw cause;
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'The call can not be read.',
      suggestion: "Pass one tool call as the provider's API gives it.",
      cause,
    });
  }
}

/** A strict call has to send null for absent optional properties. */
const NULL_IS_ABSENT: Reading = { dropsNulls: true };

/**
 * How a target calls tools.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target.
 */
function callsOf(target: CallTarget): FormatCalls {
  if (CALL_TARGETS.includes(target)) return FORMATS[target].calls;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `There are no calls of "${target}".`,
    suggestion: `Pass \`{ target }\`, after the call or result, with one of ${CALL_TARGETS.join(', ')}.`,
  });
}

function readCall(target: CallTarget, call: unknown): RawCall {
  const { call: fields } = callsOf(target);
  if (typeof fields === 'function') return fields(call);
  const { exportedName, ...read } = readFields(fields, call);
  if (exportedName !== undefined) return { exportedName, ...read };
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `This is not a tool call of ${target}: it has no \`${[...fields.wrappers, 'name'].join('.')}\`.`,
    suggestion: "Pass one tool call as the provider's API gives it.",
  });
}

function readFields(
  { wrappers, input, id: idField }: CallFields,
  call: unknown,
): Omit<RawCall, 'exportedName'> & Partial<RawCall> {
  const inner = wrappers.reduce<unknown>((outer, field) => {
    const within = isObject(outer) ? getOwn(outer, field) : undefined;
    return isObject(within) ? within : outer;
  }, call);
  const fields = isObject(inner) ? inner : {};
  const name = getOwn(fields, 'name');
  // The id is beside the wrapper, or inside.
  const [id] =
    idField === undefined
      ? []
      : [call, fields].filter(isObject).flatMap((each) => getOwn(each, idField) ?? []);
  return {
    ...(typeof name === 'string' && { exportedName: name }),
    input: getOwn(fields, input),
    ...(typeof id === 'string' && { id }),
  };
}

/** The parts of a call that its result needs: a model has to be told of a call that cannot be read, too. */
function readHead(target: CallTarget, call: unknown): RawCall {
  const { call: fields } = callsOf(target);
  try {
    return readCall(target, call);
  } catch {
    const read = typeof fields === 'function' ? {} : readFields(fields, call);
    return { input: undefined, ...read, exportedName: '' };
  }
}

function notFound(name: string, names: ExportedNames): BTCPError {
  const known = Object.keys(names);
  const close = closestName(name, known);
  return new BTCPError('TOOL_NOT_FOUND', {
    message: `There is no tool "${shortened(name)}".`,
    suggestion: close === undefined ? suggestTools(known) : `Did you mean "${close}"?`,
  });
}

/** Characters of a name that a message shows: a model may call any name. */
const NAME_SHOWN = 128;

const shortened = (name: string): string =>
  name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;

const suggestTools = (names: readonly string[]): string =>
  names.length === 0 ? 'There are none.' : `The tools are ${listed(names)}.`;

const SHOWN = 20;

const listed = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '');

function readArguments(input: unknown, tool: string): JsonObject {
  // Models call tools without parameters in each of these ways.
  if (input === undefined || input === null || (typeof input === 'string' && input.trim() === '')) return {};
  const value = typeof input === 'string' ? parse(input, tool) : input;
  if (value === null) return {};
  if (isObject(value)) return value;
  throw new BTCPError('INVALID_INPUT', {
    message: `The arguments for "${tool}" are ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}, not an object.`,
    suggestion: 'Send the arguments as one JSON object, with the properties of its schema.',
  });
}

function parse(json: string, tool: string): unknown {
  try {
    return parseCallJson(json, `The input for "${tool}"`);
  } catch (error) {
    if (BTCPError.is(error)) throw error;
    throw new BTCPError('INVALID_INPUT', {
      message: `The arguments for "${tool}" are not JSON: ${(error as Error).message}.`,
      suggestion: 'Send the arguments again as one complete JSON object.',
      cause: error,
    });
  }
}

/**
 * Writes the outcome of a call in the form that its provider expects.
 *
 * @param result - JSON, or the error that the call ended with: any `Error`; only a `BTCPError` is passed on unchanged.
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target, or the call has no id and its format needs one.
 */
export function encodeResult<T extends CallTarget>(
  result: unknown,
  { target, call, names }: EncodeOptions<T>,
): EncodedResults[T] {
  const raw = readable(() => readHead(target, call));
  const exported = names === undefined ? undefined : toolOf(names, raw.exportedName);
  // The table of formats gives every target's result type.
  return callsOf(target).writeResult(
    raw,
    readOutcome(result, exported?.tool.outputSchema),
    exported,
  ) as EncodedResults[T];
}

function readOutcome(result: unknown, schema: JsonSchemaObject | undefined): Outcome {
  if (result instanceof Error) return { ok: false, error: BTCPError.from(result) };
  try {
    const json = result === undefined ? 'null' : (JSON.stringify(result) as string | undefined);
    if (json === undefined || (typeof result === 'number' && !Number.isFinite(result)))
      throw new TypeError(`a ${typeof result} has no form in JSON`);
    const value = JSON.parse(json) as unknown;
    const content = splitOutput(value, schema);
    return { ok: true, value, json, ...(content && { content }) };
  } catch (cause) {
    if (BTCPError.is(cause)) return { ok: false, error: cause };
    const message = 'The tool returned what JSON cannot hold.';
    return { ok: false, error: new BTCPError('INVALID_OUTPUT', { message, cause }) };
  }
}
