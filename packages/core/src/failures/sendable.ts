import type { BTCPErrorOptions } from './error-codes.ts';
import { type CopyJson, issuesText, issuesToName, sendableIssues, shorten } from './sendable-issues.ts';

/** Maximum characters of the message, and of the suggestion, of an error that a tool throws. */
const MAX_TEXT = 10_000;
/** Maximum characters of its code. */
const MAX_CODE = 64;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What can be sent of anything thrown: see `BTCPError.from`.
 *
 * @param Sendable - Passed instead of imported, as `copyJson`: bundlers move modules that two chunks import into a third chunk.
 * @throws What a proxy or a getter throws.
 */
export function sendable<E extends Error>(
  thrown: unknown,
  Sendable: new (code: string, options: BTCPErrorOptions) => E,
  copyJson: CopyJson,
): E {
  // Reads every field once: a getter may return something else later.
  const { name, code, message, suggestion, data, issues, cause, stack } = Object(thrown) as Fields;
  // `String` says nothing of an object that is no error.
  const isError = thrown instanceof Error;
  const said: unknown = typeof thrown === 'object' && !isError ? JSON.stringify(thrown) : thrown;
  const text = shorten(String(message || said), MAX_TEXT);
  if (!isError || name !== 'BTCPError' || typeof code !== 'string')
    return new Sendable('EXECUTION_ERROR', { message: text, cause: thrown });
  const list = sendableIssues(issues, copyJson);
  const named = issuesToName(list ?? []);
  const error = new Sendable(shorten(code, MAX_CODE), {
    message:
      named[0] && !text.includes(named[0].message)
        ? `${text.replace(/\.$/, '')}: ${issuesText(named)}`
        : text,
    suggestion: typeof suggestion === 'string' ? shorten(suggestion, MAX_TEXT) : undefined,
    cause,
    data: sendableData(data, copyJson),
    issues: list,
  });
  // The tool's own.
  return typeof stack === 'string' ? Object.assign(error, { stack }) : error;
}

function sendableData(data: unknown, copyJson: CopyJson): Fields | undefined {
  if (data === undefined || data === null) return undefined;
  const copy = copyJson(data, true);
  const value = copy.ok ? copy.value : undefined;
  // A JSON object, not an array.
  if (typeof value === 'object' && value && !Array.isArray(value)) return value as Fields;
  return { omitted: copy.ok ? 'the value is not an object' : copy.issues[0]?.message };
}
