import { tryJson } from '@btcp/core/internal';
import type { EvaluationEvent } from './evaluation-protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a line of the evaluation process. The author's code may change JSON's output, or write to the pipe itself.
 *
 * @returns Undefined for what is no event.
 */
export function readEvent(line: string): EvaluationEvent | { readonly done: true } | undefined {
  const event = tryJson(line) as EvaluationEvent;
  return isEvent(Object(event) as Fields) ? event : undefined;
}

function isEvent({ done, enter, leave, varies, stack, tool, error, definition }: Fields): boolean {
  if (done === true || typeof enter === 'string' || typeof leave === 'string') return true;
  if (varies !== undefined) return typeof varies === 'string' && typeof stack === 'string';
  if (typeof tool !== 'number') return false;
  return error === undefined ? isDefinition(definition) : isError(error);
}

function isDefinition(definition: unknown): boolean {
  const { fields, problems } = Object(definition) as Fields;
  return Array.isArray(problems) && typeof fields === 'object' && fields !== null;
}

function isError(error: unknown): boolean {
  const { message, stack } = Object(error) as Fields;
  return typeof message === 'string' && typeof stack === 'string';
}
