import type {
  BTCPError,
  BTCPErrorOptions,
  HostAbortSignal,
  Issue,
  ValidationFailure,
  Validator,
} from '@btcp/core';
import type { CapabilityGate } from '../consent/capability-gate.ts';
import type { RegisteredEntry } from '../registry.ts';
import type { RegisteredTool } from '../tool-entry.ts';
import { denialsOf } from '../consent/denials.ts';

/** Of an output that its schema does not allow: its validator, and a copy. */
export type Repairable = readonly [validator: Validator | undefined, value: unknown];

// In the words of `describeNotJson`.
const isTooLarge = ([first]: readonly Issue[]): boolean =>
  first?.keyword === 'json' && / is larger than \d+ characters$/.test(first.message);

const CALL = (name: string, what: string): BTCPErrorOptions => ({
  message: `The call of "${name}" ${what}.`,
});

function reasonOf(signal: HostAbortSignal): unknown {
  try {
    return signal.reason;
  } catch {
    // One that is not the platform's may throw.
    return undefined;
  }
}

/** What a client says of its refusals, by their codes. */
export const FAILURE_TEXTS = {
  /** @param name - What is wrong, or which. */
  INVALID_ARGUMENT: (
    what: 'capability' | 'manifest' | 'number' | 'option' | 'signal',
    name: string,
    value?: unknown,
  ): BTCPErrorOptions => {
    switch (what) {
      case 'capability':
        return {
          message: `Not a capability: ${name}.`,
          suggestion:
            'Use one like dom:read, in `grants` { capability }; those like dom:* need `development: true`.',
        };
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
  TOOL_NOT_FOUND: (name: unknown): BTCPErrorOptions =>
    typeof name === 'string'
      ? { message: `There is no tool "${name}".` }
      : // Clients of MCP take an object.
        { message: `Pass the name of a tool; got ${typeof name}.` },
  DOM_UNAVAILABLE: (): BTCPErrorOptions => ({ message: 'There is no document.' }),
  MISSING_IMPLEMENTATION: (): BTCPErrorOptions => ({
    message: 'Its module exports neither a function nor an object with `execute`.',
  }),
  CONSENT_REQUIRED: (name: string): BTCPErrorOptions => ({
    message: `The tool "${name}" needs a user's consent.`,
  }),
  CALL_CANCELLED: (name: string, signal: HostAbortSignal): BTCPErrorOptions => ({
    ...CALL(name, 'was cancelled'),
    cause: reasonOf(signal),
  }),
  CAPABILITY_REVOKED: (name: string, revoked: string): BTCPErrorOptions =>
    CALL(name, `needs ${revoked}, which was revoked`),
  VALIDATORS_MISMATCH: (name: string): BTCPErrorOptions => ({
    message: `The validators of "${name}" were not compiled from its schemas.`,
    suggestion: 'Take all from one `btcp build`.',
  }),
  EXECUTION_TIMEOUT: (
    name: string,
    passed: number,
    { runner, checks, timeout }: RegisteredEntry,
  ): BTCPErrorOptions => {
    const why =
      runner.run && typeof checks !== 'function' ? (passed === timeout ? ', its limit' : '') : ' to load';
    return CALL(name, `took longer than ${passed} ms${why}`);
  },
  CAPABILITY_DENIED: (name: string, gate: CapabilityGate, tool: RegisteredTool): BTCPErrorOptions => {
    const missing = gate.missing(tool);
    return {
      message: `The tool "${name}" needs capabilities that are not granted: ${missing.join(', ')}.`,
      // Who is told to ask again would ask until the user gives in.
      suggestion: missing.some((id) => denialsOf(gate).has(id, tool.manifest))
        ? 'It was denied or revoked: do without.'
        : undefined,
      data: { missing },
    };
  },
  CONFIRMATION_REQUIRED: (name: string): BTCPErrorOptions => ({
    message: `"${name}" runs only after a user has confirmed the call, and nobody can be asked here.`,
    suggestion: 'Call where a user can be asked: in a page, over MCP with elicitation, or with `onConfirm`.',
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
  /** @param other - What has the name of a tool, or whether it was removed meanwhile. */
  MANIFEST_CONFLICT: (name: string, other: RegisteredTool | 'itself' | 'removed'): BTCPErrorOptions => {
    if (other === 'removed')
      return {
        message: `"${name}" was removed while it was registered.`,
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

type Say = (...facts: readonly unknown[]) => BTCPErrorOptions;

/** What is said of a refusal; undefined of anything else that is thrown. */
export function explain(
  thrown: unknown,
  facts: readonly unknown[] | undefined,
): BTCPErrorOptions | undefined {
  // The code names the text that takes these facts.
  return facts && (FAILURE_TEXTS[(thrown as BTCPError).code as keyof typeof FAILURE_TEXTS] as Say)(...facts);
}
