import { BTCPError } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import { CALL_TARGETS, type CallTarget, FORMATS } from '../targets/targets.ts';
import type { JsonObject } from '../profile/import-profile.ts';
import type { CallFields, FormatCalls, RawCall } from '../profile/format-calls.ts';

/**
 * How a target calls tools.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target.
 */
export function callsOf(target: CallTarget): FormatCalls {
  if (CALL_TARGETS.includes(target)) return FORMATS[target].calls;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `There are no calls of "${target}".`,
    suggestion: `Write one of ${CALL_TARGETS.join(', ')}.`,
  });
}

/**
 * Reads the parts of a provider's call.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where it is no such call.
 */
export function readCall(target: CallTarget, call: unknown): RawCall {
  const { call: fields } = callsOf(target);
  return typeof fields === 'function' ? fields(call) : readFields(target, fields, call);
}

function readFields(
  target: CallTarget,
  { wrappers, input, id: idField }: CallFields,
  call: unknown,
): RawCall {
  const inner = wrappers.reduce<unknown>((outer, field) => innerOf(outer, field), call);
  const exportedName = isObject(inner) ? getOwn(inner, 'name') : undefined;
  if (!isObject(inner) || typeof exportedName !== 'string') {
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `This is not a tool call of ${target}: it has no \`${[...wrappers, 'name'].join('.')}\`.`,
      suggestion: "Pass one tool call as the provider's API gives it.",
    });
  }
  const id = idField === undefined ? undefined : idOf(call, inner, idField);
  return { exportedName, input: getOwn(inner, input), ...(id !== undefined && { id }) };
}

/**
 * The parts of a call that its result needs; of an unreadable call, those that are there.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target.
 */
export function readCallHead(target: CallTarget, call: unknown): RawCall {
  const { call: fields } = callsOf(target);
  try {
    return readCall(target, call);
  } catch {
    // Told of its mistake, the model needs the result, so a missing id must not prevent it.
    const { id: field, wrappers = [] } = typeof fields === 'function' ? {} : fields;
    const inner = wrappers.reduce<unknown>((outer, wrapper) => innerOf(outer, wrapper), call);
    const id = field === undefined || !isObject(inner) ? undefined : idOf(call, inner, field);
    return { exportedName: '', input: undefined, ...(id !== undefined && { id }) };
  }
}

function innerOf(outer: unknown, field: string): unknown {
  const inner = isObject(outer) ? getOwn(outer, field) : undefined;
  return isObject(inner) ? inner : outer;
}

// The id is beside the wrapper, or inside.
function idOf(call: unknown, inner: JsonObject, field: string): string | undefined {
  const own = isObject(call) ? getOwn(call, field) : undefined;
  const id = own ?? getOwn(inner, field);
  return typeof id === 'string' ? id : undefined;
}
