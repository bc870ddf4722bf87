import { BTCPError } from '@btcp/core';
import { type MatcherResult, result } from './matcher-result.ts';

/** @param received - The promise of a call, or a function that makes it. */
export async function toRejectWithCode(
  received: unknown,
  code: string,
  path?: string,
): Promise<MatcherResult> {
  const wanted = path === undefined ? code : `${code} at "${path}"`;
  try {
    const value: unknown = await (typeof received === 'function' ? (received as () => unknown)() : received);
    return result(false, `The call did not fail with ${wanted}: it returned ${JSON.stringify(value)}.`);
  } catch (thrown) {
    const { code: actual, message, issues = [] } = BTCPError.from(thrown);
    const pass = actual === code && (path === undefined || issues.some((issue) => issue.path === path));
    return result(
      pass,
      `The call ${pass ? '' : `did not fail with ${wanted}: it `}failed with ${actual}: ${message}`,
    );
  }
}
