import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import type { CallTarget, EncodedResults } from '../targets/targets.ts';
import { toolOf, type ExportedNames } from '../names/exported-names.ts';
import { splitOutput } from '../profile/content/split-output.ts';
import type { Outcome } from '../profile/format-calls.ts';
import { callsOf, readCallHead } from './read-call.ts';

/**
 * Writes the outcome of a call in the form that its provider expects.
 *
 * @param call - The provider's call, for its id and name.
 * @param result - JSON, or the error that the call ended with: any `Error`; only a `BTCPError` is passed on unchanged.
 * @param names - As the export returned them. With them the result has the form of the exported output schema, and media
 * and links are parts of their own.
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target, or the call has no id and its format needs one.
 */
export function encodeResult<T extends CallTarget>(
  target: T,
  call: unknown,
  result: unknown,
  names?: ExportedNames,
): EncodedResults[T] {
  const raw = readCallHead(target, call);
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
