import type { CapabilityRisk, OwnCapability, CallOptions } from '@btcp/core';
import type { CapabilityRequest, ClientOptions, ConsentRequest } from '../client-options.ts';
import type { ClientState } from '../client-state.ts';
import type { Denials } from './denials.ts';
import type { RegisteredTool } from '../tool-entry.ts';

export interface Question {
  readonly capabilities: readonly string[];
  /** Default: all manifests. */
  readonly manifest: string | undefined;
  /** The tool whose call asks. */
  readonly tool?: RegisteredTool;
  readonly options?: CallOptions;
}

/**
 * The risk of each capability, and what it allows with all that it implies, for users. The registry itself is not imported: bundlers would put it
 * into the first file that a page loads.
 */
export const CAPABILITY_TEXTS: Readonly<Record<string, readonly [risk: CapabilityRisk, allows: string]>> = {
  'dom:read': ['low', 'read this page: its text, its forms and its address'],
  'dom:write': ['medium', 'read and change this page, fill in its forms and press its buttons'],
  'dom:observe': ['low', 'watch this page for changes'],
  'dom:shadow': ['medium', 'look inside the components of this page'],
  'storage:local:read': ['low', 'read what this site has stored in this browser'],
  'storage:local:write': ['medium', 'read, change and delete what this site has stored in this browser'],
  'storage:session:read': ['low', 'read what this site has stored for this tab'],
  'storage:session:write': ['medium', 'read, change and delete what this site has stored for this tab'],
  'storage:indexed:read': ['medium', "read this site's databases in this browser"],
  'storage:indexed:write': ['high', "read, change and delete this site's databases in this browser"],
  'storage:cookie:read': ['high', "read this site's cookies, which may prove who you are"],
  'storage:cookie:write': [
    'critical',
    "change this site's cookies, which may sign you in as somebody else or out",
  ],
  'network:fetch:same-origin': ['medium', 'send requests to this site in your name'],
  'network:fetch:cross-origin': [
    'high',
    'send data to any site, also to this one in your name, and load data from there',
  ],
  'network:websocket:same-origin': ['medium', 'keep a connection to this site open'],
  'network:websocket:cross-origin': ['high', 'keep connections open to any site, also to this one'],
  'clipboard:read': ['high', 'read what you have copied'],
  'clipboard:write': ['medium', 'replace what you have copied'],
  'media:camera': ['critical', 'see through your camera'],
  'media:microphone': ['critical', 'hear through your microphone'],
  'media:screen': ['critical', 'see your screen'],
  geolocation: ['high', 'learn where you are'],
  notifications: ['low', 'show you notifications'],
};

/** Characters of a capability that a user is asked for, as a manifest's checks allow. */
const MAX_LENGTH = 64;
const RISKS: readonly CapabilityRisk[] = ['low', 'medium', 'high', 'critical'];

/** When the last question of a client is answered; never rejects. */
const lastOf = new WeakMap<ClientState, Promise<void>>();

/** Asks for capabilities that are not in effect, one question at a time. Rejects where a call's signal is none. */
export function askConsent(state: ClientState, question: Question, denials: Denials): Promise<void> {
  return untilUseless(state, question, denials, (signal, ended) => {
    const last = (lastOf.get(state) ?? Promise.resolve())
      .then(() => (signal.aborted ? undefined : Promise.race([ask(state, question, denials, signal), ended])))
      .catch(() => undefined);
    lastOf.set(state, last);
    return last;
  });
}

/**
 * Waits for something, until the call that asks is cancelled, its manifest is gone, or what it asks for is revoked, or
 * granted by the host meanwhile.
 */
async function untilUseless(
  { registry, events, gate, parts }: ClientState,
  { capabilities, manifest: name, options }: Question,
  { watchers }: Denials,
  wait: (signal: AbortSignal, ended: Promise<void>) => Promise<void>,
): Promise<void> {
  // Plain JavaScript may pass anything.
  const cancelled = (options as CallOptions | null | undefined)?.signal;
  const useless = new AbortController();
  const end = (): void => useless.abort();
  // First, as it throws for what is no signal.
  cancelled?.addEventListener('abort', end);
  const find = (): unknown => name === undefined || registry.manifests.get(name)?.manifest;
  const manifest = find();
  const stops = [
    events.on('toolsChanged', () => {
      if (find() !== manifest) end();
    }),
    events.on('capabilitiesChanged', () => {
      if (gate.missing({ capabilities, manifest: name }).length === 0) end();
    }),
  ];
  const needed = capabilities.flatMap(parts.withImplied);
  const watch = (revoked: readonly string[], from: string | undefined): void => {
    if ((from ?? name) === name && needed.some((id) => revoked.some((each) => parts.covers(each, id)))) end();
  };
  watchers.add(watch);
  if (cancelled?.aborted || !manifest) end();
  const ended = new Promise<void>((resolve) => useless.signal.addEventListener('abort', () => resolve()));
  try {
    if (!useless.signal.aborted) await Promise.race([wait(useless.signal, ended), ended]);
  } finally {
    watchers.delete(watch);
    for (const stop of stops) stop();
    cancelled?.removeEventListener('abort', end);
  }
}

async function ask(
  { registry, gate, options, parts: { withImplied } }: ClientState,
  { capabilities, manifest: name, tool }: Question,
  denials: Denials,
  signal: AbortSignal,
): Promise<void> {
  const manifest = name === undefined ? undefined : registry.manifests.get(name)?.manifest;
  // Or what it implies: granting it would grant that, too.
  const isDenied = (id: string): boolean =>
    gate
      .missing({ capabilities: withImplied(id), manifest: name })
      .some((each) => [each, ...wildcardsOf(each)].some((denied) => denials.has(denied, name)));
  const missing = gate
    .missing({ capabilities, manifest: name })
    .filter((id) => id.length <= MAX_LENGTH && (!tool || !isDenied(id)))
    .map((id) => describeCapability(id, withImplied(id).slice(1), findDetails(registry, id, name)));
  // That its own capability is harmless is what a provider says.
  const isFree = ({ id, risk, title }: CapabilityRequest): boolean =>
    risk === 'low' && title === undefined && !!options.grantLowRisk && !isDenied(id);
  const asked = missing.filter((capability) => !isFree(capability));
  const granted = missing.filter(isFree).map(({ id }) => id);
  const risk = RISKS.findLast((level) => asked.some((capability) => capability.risk === level));
  if (risk) {
    const answered = await answer(options.onConsent, { manifest, tool, capabilities: asked, risk, signal });
    // A late answer does not count: what the user was shown may have changed.
    if (signal.aborted) return;
    if (answered) {
      for (const { id } of asked) denials.deny(id, name);
      const refused = asked.filter(({ id }) => !answered.includes(id));
      // One that implies what the user refused would grant that, too.
      granted.push(...answered.filter((id) => !refused.some((other) => withImplied(id).includes(other.id))));
    }
  }
  if (granted.length > 0) gate.grant(granted, name);
}

/** `dom:*` of `dom:read`: what a host revokes counts as denied. */
const wildcardsOf = (id: string): readonly string[] =>
  Array.from(id.matchAll(/:/g), ({ index }) => `${id.slice(0, index)}:*`);

/** The ids that are granted; `undefined` if nobody answered: nothing is granted then, and nothing denied for good. */
async function answer(
  onConsent: ClientOptions['onConsent'],
  request: ConsentRequest,
): Promise<readonly string[] | undefined> {
  if (!onConsent) return undefined;
  const ids = request.capabilities.map(({ id }) => id);
  try {
    const given: unknown = await onConsent(request);
    if (given === true) return ids;
    if (given === false) return [];
    const granted = Array.isArray(given) ? ids.filter((id) => given.includes(id)) : undefined;
    if (granted && (granted.length > 0 || (given as readonly unknown[]).length === 0)) return granted;
    // `undefined` is what a handler without `return` answers, which no user said.
    throw new TypeError(
      `It must answer true, false or an array of ids; got ${granted ? 'none that was asked for' : typeof given}.`,
    );
  } catch (error) {
    // oxlint-disable-next-line no-console -- nobody else would hear of it
    if (!request.signal.aborted) console.error('BTCP: onConsent failed.', error);
    return undefined;
  }
}

/** What the manifest says of a capability, or, without one, what all that say something of it agree on. */
function findDetails(
  registry: ClientState['registry'],
  id: string,
  manifest: string | undefined,
): OwnCapability | undefined {
  const names =
    manifest === undefined ? [...registry.tools.values()].map(({ tool }) => tool.manifest) : [manifest];
  const found = [...new Set(names)].flatMap((name) => {
    const details = registry.manifests.get(name)?.manifest.capabilityDetails;
    return (details && Object.hasOwn(details, id) && details[id]) || [];
  });
  const isSame = ({ title, description, risk }: OwnCapability): boolean =>
    title === found[0]?.title && description === found[0].description && risk === found[0].risk;
  return found.every(isSame) ? found[0] : undefined;
}

/** @param details - Not heeded where the protocol knows the capability. */
function describeCapability(
  id: string,
  implies: readonly string[],
  details: OwnCapability | undefined,
): CapabilityRequest {
  const known = Object.hasOwn(CAPABILITY_TEXTS, id) && CAPABILITY_TEXTS[id];
  if (!known && details) {
    // Not all of its fields: a manifest may have others, such as an `id`.
    const { title, description, risk } = details;
    const allows = `“${title.replace(/[“”]/g, '')}” (${id})`;
    return { id, risk, allows, implies, title, ...(description !== undefined && { description }) };
  }
  const [risk, allows] = known || [id.endsWith('*') ? ('critical' as const) : ('high' as const), `use ${id}`];
  return { id, risk, allows, implies };
}

/** @throws BTCPError `INVALID_ARGUMENT` if a capability is neither of the protocol nor declared by a registered tool. */
export function checkKnown({ registry, parts: { BTCPError } }: ClientState, ids: readonly string[]): void {
  const declared = new Set([...registry.tools.values()].flatMap(({ tool }) => tool.capabilities));
  // Before anything is registered, nobody knows what will be.
  if (declared.size === 0) return;
  const unknown = ids.find(
    (id) => !declared.has(id) && !Object.hasOwn(CAPABILITY_TEXTS, id) && !/^\*|\*$/.test(id),
  );
  if (unknown !== undefined)
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `No registered manifest declares the capability "${unknown}".`,
      suggestion: `They declare ${[...declared].join(', ')}. Correct the grant, or register the manifest first.`,
    });
}
