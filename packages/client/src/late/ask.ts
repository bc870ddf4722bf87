import type { BTCPError } from '@btcp/core';
import type { CapabilityDecision } from '../client-options.ts';
import type { ClientState } from '../client-state.ts';
import type { Lane } from '../registry.ts';
import type { RunningCall } from '../running-call.ts';
import { denialsOf } from '../consent/denials.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { isRevoked } from './revoke.ts';
import { isNews } from './tell.ts';

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

/** Whether somebody may be asked for what a call was refused for. */
export function mayAskFor({ state, entry, asked }: RunningCall, { code }: BTCPError): boolean {
  const { onConsent, grantLowRisk } = state.options;
  if (code === 'CAPABILITY_DENIED') return asked !== entry && !!(onConsent ?? grantLowRisk);
  return code === 'CONFIRMATION_REQUIRED';
}

/** Asks a user for what a call lacks, which then begins anew. */
export async function askFirst(call: RunningCall, refusal: BTCPError): Promise<void> {
  const { state, entry, options } = call;
  const { capabilities, manifest } = entry.tool;
  // Its caller may change it meanwhile; what cannot be copied is refused when it is validated.
  const copy = state.parts.copyJson(call.input, false, state.limits.input);
  if (copy.ok) call.input = copy.value;
  try {
    await whileAsking(call, async () => {
      if (refusal.code === 'CAPABILITY_DENIED') {
        const { askConsent } = await import('../consent/ask-consent.ts');
        await askConsent(state, { capabilities, manifest, tool: entry.tool, options }, denialsOf(state.gate));
        call.asked = entry;
      } else {
        const { confirm } = await import('../consent/ask-user.ts');
        await confirm(call, refusal);
        call.confirmed = entry;
      }
    });
    call.proceed();
  } catch (thrown) {
    call.fail(thrown);
  }
}

/**
 * Calls a method of a call's `ctx` by its path.
 *
 * @throws BTCPError
 */
export async function callMember(
  call: RunningCall,
  path: string,
  args: readonly unknown[],
): Promise<unknown> {
  if (path === 'ask') {
    const { ask } = await import('../consent/ask-user.ts');
    return ask(call, args);
  }
  const { useMember } = await import('../context-members/use-member.ts');
  return useMember(call, path, args);
}

/** Asks for capabilities, without a call that needs them. */
export async function requestCapabilities(
  state: ClientState,
  capabilities: readonly string[],
  manifest: string | undefined,
): Promise<CapabilityDecision> {
  const { gate, registry, parts } = state;
  const ids = gate.check(capabilities);
  if (manifest !== undefined && !registry.manifests.has(manifest))
    throw new parts.BTCPError('INVALID_ARGUMENT', `There is no manifest "${manifest}".`);
  const { askConsent } = await import('../consent/ask-consent.ts');
  await askConsent(state, { capabilities: ids, manifest }, denialsOf(gate));
  return gate.decide(ids, manifest);
}

/** As `checkKnown` of `ask-consent.ts`, which has the names. */
async function checkKnown(state: ClientState, ids: readonly string[]): Promise<void> {
  const { checkKnown: check } = await import('../consent/ask-consent.ts');
  check(state, ids);
}

/** Grants what the protocol or a tool knows, but nothing that is revoked while that is found out. */
export async function grantKnown(
  state: ClientState,
  ids: readonly string[],
  manifest: string | undefined,
): Promise<void> {
  const { gate, parts } = state;
  const { watchers } = denialsOf(gate);
  let left = ids;
  const watch = (revoked: readonly string[], from = manifest): void => {
    if (from === manifest) left = left.filter((id) => !isRevoked(parts, revoked, id));
  };
  watchers.add(watch);
  await checkKnown(state, ids).finally(() => watchers.delete(watch));
  gate.grant(left, manifest);
}

/** Says, once, which grant no tool declares: before tools were registered, a misspelt one could not be refused. */
export async function warnUnknown(state: ClientState): Promise<void> {
  try {
    await checkKnown(
      state,
      state.gate.grants.map(({ capability }) => capability),
    );
  } catch (error) {
    const { message, suggestion } = error as BTCPError;
    // oxlint-disable-next-line no-console -- the call was refused for want of another
    if (isNews(state, message)) console.warn('BTCP:', message, suggestion);
  }
}
