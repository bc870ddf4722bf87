import type { ClientState } from '../client-state.ts';
import type { Lane } from '../lane.ts';
import type { RunningCall } from '../running-call.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

/** How many calls of a manifest's tools wait for a user's answer. */
const asking = new WeakMap<Lane, number>();

/**
 * Asks a user, for a call that runs afterwards. As many may wait for an answer as for their turn.
 *
 * @throws BTCPError `TOO_MANY_CALLS`
 */
async function whileAsking<T>({ state, entry }: RunningCall, ask: () => Promise<T>): Promise<T> {
  const { limits, parts } = state;
  const { lane, tool } = entry;
  const before = asking.get(lane) ?? 0;
  if (before >= limits.queued)
    throw new parts.BTCPError('TOO_MANY_CALLS', FAILURE_TEXTS.TOO_MANY_CALLS(limits.queued, tool.manifest));
  asking.set(lane, before + 1);
  try {
    return await ask();
  } finally {
    asking.set(lane, (asking.get(lane) ?? 1) - 1);
  }
}

/**
 * Calls a method of a call's `ctx` by its path. Without arguments, `ask` asks whether the call may run, and `consent`
 * asks for its capabilities.
 *
 * @throws BTCPError
 */
export async function callMember(
  call: RunningCall,
  path: string,
  args: readonly unknown[] | undefined,
): Promise<unknown> {
  if (path === 'consent' && !args) {
    const { state, entry, options, deadline } = call;
    const { capabilities, manifest } = entry.tool;
    // Users take their time.
    state.parts.clearDeadline(deadline);
    return whileAsking(call, async () => {
      const { askConsent } = await import('../consent/ask-consent.ts');
      return askConsent(state, { capabilities, manifest, tool: entry.tool, options });
    });
  }
  if (path === 'ask') {
    const { ask } = await import('../consent/ask-user.ts');
    return ask(call, args, whileAsking);
  }
  const { useMember } = await import('../context-members/use-member.ts');
  return useMember(call, path, args);
}

/** Asks for capabilities, without a call that needs them. */
export async function askForCapabilities(
  state: ClientState,
  capabilities: readonly string[],
  manifest: string | undefined,
): Promise<void> {
  if (manifest !== undefined && !state.registry.manifests.has(manifest))
    throw new state.parts.BTCPError('INVALID_ARGUMENT', `There is no manifest "${manifest}".`);
  const { askConsent } = await import('../consent/ask-consent.ts');
  await askConsent(state, { capabilities, manifest });
}

/** @throws BTCPError `INVALID_ARGUMENT` if a capability is neither of the protocol nor among those declared. */
export async function checkKnown(
  { parts: { BTCPError } }: ClientState,
  ids: readonly string[],
  declared: ReadonlySet<string>,
): Promise<void> {
  const { CAPABILITY_TEXTS } = await import('../consent/ask-consent.ts');
  const unknown = ids.find((id) => !Object.hasOwn(CAPABILITY_TEXTS, id) && !/^\*|\*$/.test(id));
  if (unknown !== undefined)
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `No registered manifest declares the capability "${unknown}".`,
      suggestion: `They declare ${[...declared].join(', ')}. Correct the grant, or register the manifest first.`,
    });
}
