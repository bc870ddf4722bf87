import { BTCPError } from '@btcp/core';
import { isJsonObject, ownMember, type JsonObject } from '../import/raw-tool.ts';
import { CALL_TARGETS, type CallTarget } from './call-target.ts';
import { readForgeCall } from './forge/read-forge-call.ts';
import type { RawCall } from './raw-call.ts';

/** Where a format has what. */
interface CallFields {
  /** Fields around the call, from the outside in; each may be missing. */
  readonly wrappers: readonly string[];
  readonly input: string;
  readonly id?: string;
}

const MCP: CallFields = { wrappers: ['params'], input: 'arguments' };
const GEMINI: CallFields = { wrappers: ['functionCall'], input: 'args', id: 'id' };

const FIELDS: Readonly<Record<Exclude<CallTarget, 'forge'>, CallFields>> = {
  'mcp-2025-06-18': MCP,
  'mcp-2025-11-25': MCP,
  'mcp-2026-07-28': MCP,
  'openai-chat': { wrappers: ['function'], input: 'arguments', id: 'id' },
  'openai-responses': { wrappers: [], input: 'arguments', id: 'call_id' },
  anthropic: { wrappers: [], input: 'input', id: 'id' },
  gemini: GEMINI,
  'gemini-openapi': GEMINI,
  ikigai: { wrappers: ['function'], input: 'arguments' },
};

/**
 * Takes a provider's call apart.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where it is no such call.
 */
export function readCall(target: CallTarget, call: unknown): RawCall {
  if (target === 'forge') return readForgeCall(call);
  if (!Object.hasOwn(FIELDS, target)) throw noCalls(target);
  const { wrappers, input, id: idField } = FIELDS[target];
  const inner = wrappers.reduce<unknown>((outer, field) => innerOf(outer, field), call);
  const exportedName = isJsonObject(inner) ? ownMember(inner, 'name') : undefined;
  if (!isJsonObject(inner) || typeof exportedName !== 'string') {
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `This is no tool call of ${target}: it has no \`${[...wrappers, 'name'].join('.')}\`.`,
      suggestion: "Pass one tool call as the provider's API gives it.",
    });
  }
  const id = idField === undefined ? undefined : idOf(call, inner, idField);
  return { exportedName, input: ownMember(inner, input), ...(id !== undefined && { id }) };
}

function noCalls(target: unknown): BTCPError {
  return new BTCPError('INVALID_ARGUMENT', {
    message: `There are no calls of "${String(target)}".`,
    suggestion: `Write one of ${CALL_TARGETS.join(', ')}.`,
  });
}

/**
 * What of a call its result is sent back under; of one that cannot be read, what is there.
 *
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target.
 */
export function readCallHead(target: CallTarget, call: unknown): RawCall {
  try {
    return readCall(target, call);
  } catch (error) {
    // The model is to be told of its mistake, so it must not keep the result from it.
    if (target !== 'forge' && !Object.hasOwn(FIELDS, target)) throw error;
    const field = target === 'forge' ? undefined : FIELDS[target].id;
    const id = field === undefined || !isJsonObject(call) ? undefined : idOf(call, call, field);
    return { exportedName: '', input: undefined, ...(id !== undefined && { id }) };
  }
}

function innerOf(outer: unknown, field: string): unknown {
  const inner = isJsonObject(outer) ? ownMember(outer, field) : undefined;
  return isJsonObject(inner) ? inner : outer;
}

// The id stands beside the wrapper, or within it.
function idOf(call: unknown, inner: JsonObject, field: string): string | undefined {
  const own = isJsonObject(call) ? ownMember(call, field) : undefined;
  const id = own ?? ownMember(inner, field);
  return typeof id === 'string' ? id : undefined;
}
