import type { BTCPErrorOptions, Issue, ValidationFailure, ValidationResult, Validator } from '@btcp/core';
import type { CapabilityGate } from '../consent/capability-gate.ts';
import type { ClientState } from '../client-state.ts';
import type { RegisteredTool, ToolEntry } from '../tool-entry.ts';
import { isNews } from './tell.ts';

/** Of an output that its schema does not allow: its validator, a copy, and the client. */
type Repairable = readonly [validator: Validator | undefined, value: unknown, state: ClientState];

// In the words of `describeNotJson`.
const isTooLarge = ([first]: readonly Issue[]): boolean =>
  first?.keyword === 'json' && / is larger than \d+ characters$/.test(first.message);

const CALL = (name: string, what: string): BTCPErrorOptions => ({
  message: `The call of "${name}" ${what}.`,
});

/** What a client says of its refusals, by their codes. */
export const FAILURE_TEXTS = {
  /** @param name - What is wrong, or which. */
  INVALID_ARGUMENT: (
    what: 'capability' | 'grants' | 'manifest' | 'number' | 'option' | 'signal',
    name: string,
    value?: unknown,
  ): BTCPErrorOptions => {
    switch (what) {
      case 'capability':
        return {
          message: `Not a capability: ${name}.`,
          suggestion: 'Use one like dom:read; wildcards like dom:* need `development: true`.',
        };
      case 'grants':
        return { message: `Not one of \`grants\`: ${name}.` };
      case 'manifest':
        return { message: `Granted to all, so revoke without \`manifest\`: ${name}.` };
      case 'number':
        return {
          message: `\`${name}\` must be a number above 0; got ${typeof value === 'string' ? 'a string' : String(value)}.`,
        };
      case 'option':
        return { message: `No option \`${name}\`, only ${String(value)}.` };
      default:
        return { message: `\`${name}\` must be an AbortSignal.` };
    }
  },
  // Plain JavaScript may pass a symbol.
  TOOL_NOT_FOUND: (name: unknown): BTCPErrorOptions => ({ message: `There is no tool "${String(name)}".` }),
  CONSENT_REQUIRED: (name: string): BTCPErrorOptions => ({
    message: `The tool "${name}" needs a user's consent.`,
  }),
  CALL_CANCELLED: (name: string): BTCPErrorOptions => CALL(name, 'was cancelled'),
  CAPABILITY_REVOKED: (name: string, revoked: string): BTCPErrorOptions =>
    CALL(name, `needs ${revoked}, which was revoked`),
  VALIDATORS_MISMATCH: (name: string): BTCPErrorOptions => ({
    message: `The validators of "${name}" were not compiled from its schemas.`,
    suggestion: 'Take all from one `btcp build`.',
  }),
  EXECUTION_TIMEOUT: (
    name: string,
    passed: number,
    { runner, input, timeout }: ToolEntry,
  ): BTCPErrorOptions => {
    const why = runner.run && input ? (passed === timeout ? ', its limit' : '') : ' to load';
    return CALL(name, `took longer than ${passed} ms${why}`);
  },
  CAPABILITY_DENIED: (
    name: string,
    missing: readonly string[],
    gate: CapabilityGate,
    manifest: string,
  ): BTCPErrorOptions => ({
    message: `The tool "${name}" needs capabilities that are not granted: ${missing.join(', ')}.`,
    // Who is told to ask again would ask until the user gives in.
    suggestion: missing.some((id) => gate.isDenied(id, manifest))
      ? 'It was denied or revoked: do without.'
      : undefined,
    data: { missing },
  }),
  INVALID_INPUT: (name: string, { issues }: ValidationFailure): BTCPErrorOptions => ({
    message: `Invalid input of "${name}"`,
    issues,
    suggestion: isTooLarge(issues)
      ? "Send less in one call. The limit is the host's: `limits.input` of its client."
      : undefined,
  }),
  INVALID_OUTPUT: (
    name: string,
    { issues }: ValidationFailure,
    _?: Repairable | false,
  ): BTCPErrorOptions => ({
    message: `Invalid output of "${name}"`,
    issues,
    suggestion: isTooLarge(issues)
      ? "Ask for less in one call. The limit is the host's: `limits.output` of its client."
      : // As `page()` of @btcp/core/content declares them.
        issues.some(({ keyword, path }) => keyword + path === 'maxItems/items')
        ? 'Ask for less in one call: a lower `limit`.'
        : undefined,
  }),
  TOO_MANY_CALLS: (most: number, manifest: string): BTCPErrorOptions => ({
    message: `${most} calls of ${manifest} are waiting already.`,
  }),
  /** @param other - What has the name of a tool, or whether all were removed meanwhile. */
  MANIFEST_CONFLICT: (name: string, other: RegisteredTool | 'itself' | 'removed'): BTCPErrorOptions => {
    if (other === 'removed')
      return {
        message: `All manifests were removed while "${name}" was registered.`,
        suggestion: 'Register it again if it is still wanted.',
      };
    if (other === 'itself')
      return {
        message: `Manifest "${name}" is registered already.`,
        suggestion: 'Pass { replace: true } to replace it.',
      };
    return { message: `${name} and ${other.manifest} both have a tool "${other.name}".` };
  },
} as const;

/**
 * Ends a call that failed, after what explains values is loaded; successfully, if its output only has undeclared fields:
 * they are left out.
 *
 * @param facts - Of its refusal; what is then wrong with an output is written into them.
 */
export function endFailed(
  facts: unknown[] | undefined,
  resolve: (value: unknown) => void,
  reject: () => void,
): void {
  const [name, failure, repairable] = (facts ?? []) as [string, Partial<ValidationFailure>?, unknown?];
  const end = (): void => {
    const result = Array.isArray(repairable) && repaired(name, repairable as unknown as Repairable);
    if (result && result.ok) return resolve(result.value);
    if (facts && result) facts[1] = result;
    reject();
  };
  if (failure?.loading) void failure.loading.then(end);
  else end();
}

function repaired(name: string, [validator, value, state]: Repairable): ValidationResult | undefined {
  const report = (place: string): void => {
    if (state.options.development && isNews(state, `${name} ${place}`)) logDropped(name, place);
  };
  return validator?.project && validator(validator.project(value, report));
}

/** Logs, for developers, a field of a tool's results that is left out. */
function logDropped(name: string, place: string): void {
  // oxlint-disable-next-line no-console -- the caller gets a valid result, so that nobody else would say it
  console.warn(
    `BTCP: "${name}" returned \`${place}\`, which its output schema does not declare: it was left out.`,
  );
}
