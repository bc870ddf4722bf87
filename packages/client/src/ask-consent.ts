import type { CapabilityRisk, IMPLIED_CAPABILITIES, Manifest } from '@btcp/core';
import type { CapabilityGate } from './capability-gate.ts';
import type { CapabilityRequest, ClientOptions, ConsentRequest } from './client-options.ts';
import type { CallOptions } from './tool-caller.ts';
import type { RegisteredTool } from './tool-entry.ts';

/** What a client remembers of its questions. */
export interface ConsentState {
  /** Ends when the last question is answered; never rejects. */
  last: Promise<void>;
  /** What was asked, as manifest and capability: calls ask for it no more. */
  readonly asked: Set<string>;
}

/** What a question needs of its client. */
export interface Asking {
  readonly state: ConsentState;
  readonly gate: CapabilityGate;
  readonly implied: typeof IMPLIED_CAPABILITIES;
  readonly options: ClientOptions;
  readonly findManifest: (name: string) => Manifest | undefined;
  readonly onGranted: () => void;
}

/** A question. */
export interface Question {
  readonly capabilities: readonly string[];
  /** Default: all manifests. */
  readonly manifest: string | undefined;
  /** The tool whose call asks. */
  readonly tool?: RegisteredTool;
  /** Of that call. Its signal ends the waiting, not the question. */
  readonly options?: CallOptions;
}

/**
 * The risk of each capability, and what it allows, for users. The registry itself is not imported: bundlers would put it
 * into the first file that a page loads.
 */
export const CAPABILITY_TEXTS: Readonly<Record<string, readonly [risk: CapabilityRisk, allows: string]>> = {
  'dom:read': ['low', 'read this page: its text, its forms and its address'],
  'dom:write': ['medium', 'change this page, fill in its forms and press its buttons'],
  'dom:observe': ['low', 'watch this page for changes'],
  'dom:shadow': ['medium', 'look inside the components of this page'],
  'storage:local:read': ['low', 'read what this site has stored in this browser'],
  'storage:local:write': ['medium', 'change and delete what this site has stored in this browser'],
  'storage:session:read': ['low', 'read what this site has stored for this tab'],
  'storage:session:write': ['medium', 'change and delete what this site has stored for this tab'],
  'storage:indexed:read': ['medium', "read this site's databases in this browser"],
  'storage:indexed:write': ['high', "change and delete this site's databases in this browser"],
  'storage:cookie:read': ['high', "read this site's cookies, which may prove who you are"],
  'storage:cookie:write': [
    'critical',
    "change this site's cookies, which may sign you in as somebody else or out",
  ],
  'network:fetch:same-origin': ['medium', 'send requests to this site in your name'],
  'network:fetch:cross-origin': ['high', 'send data to any site, and load data from there'],
  'network:websocket:same-origin': ['medium', 'keep a connection to this site open'],
  'network:websocket:cross-origin': ['high', 'keep connections to any site open'],
  'clipboard:read': ['high', 'read what you have copied'],
  'clipboard:write': ['medium', 'replace what you have copied'],
  'media:camera': ['critical', 'see through your camera'],
  'media:microphone': ['critical', 'hear through your microphone'],
  'media:screen': ['critical', 'see your screen'],
  geolocation: ['high', 'learn where you are'],
  notifications: ['low', 'show you notifications'],
};

const RISKS: readonly CapabilityRisk[] = ['low', 'medium', 'high', 'critical'];

/** Asks for capabilities that are not in effect, one question at a time. Never rejects. */
export function askConsent(asking: Asking, question: Question): Promise<void> {
  const { state } = asking;
  // Plain JavaScript may pass anything.
  const { signal } = (question.options as CallOptions | null) ?? {};
  state.last = state.last.then(() => (signal?.aborted ? undefined : ask(asking, question)));
  if (!signal) return state.last;
  return new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    void state.last.then(end);
  });
}

async function ask(asking: Asking, { capabilities, manifest: name, tool }: Question): Promise<void> {
  const { state, gate, options, findManifest, onGranted } = asking;
  const manifest = name === undefined ? undefined : findManifest(name);
  const missing = gate
    .missing(capabilities, name)
    .filter((id) => !tool || !state.asked.has(`${name} ${id}`))
    .map((id) => describeCapability(id, asking.implied));
  const isFree = ({ risk }: CapabilityRequest): boolean => risk === 'low' && !!options.grantLowRisk;
  const asked = missing.filter((capability) => !isFree(capability));
  const granted = missing.filter(isFree).map(({ id }) => id);
  if (asked.length > 0) {
    const risk = RISKS.findLast((level) => asked.some((capability) => capability.risk === level)) ?? 'low';
    granted.push(...(await answer(options.onConsent, { manifest, tool, capabilities: asked, risk })));
  }
  // Another one may have taken its name while the user decided.
  if (name !== undefined && findManifest(name) !== manifest) return;
  for (const { id } of asked) state.asked.add(`${name} ${id}`);
  if (granted.length === 0) return;
  gate.grant(granted, name);
  onGranted();
}

async function answer(
  onConsent: ClientOptions['onConsent'],
  request: ConsentRequest,
): Promise<readonly string[]> {
  const ids = request.capabilities.map(({ id }) => id);
  try {
    const given: unknown = await onConsent?.(request);
    if (given === true) return ids;
    return Array.isArray(given) ? ids.filter((id) => given.includes(id)) : [];
  } catch (error) {
    // oxlint-disable-next-line no-console -- nobody else would hear of it
    console.error('BTCP: onConsent failed.', error);
    return [];
  }
}

function describeCapability(id: string, implied: Asking['implied']): CapabilityRequest {
  const [risk, allows] = (Object.hasOwn(CAPABILITY_TEXTS, id) && CAPABILITY_TEXTS[id]) || [
    id.endsWith('*') ? 'critical' : 'high',
    `use ${id}`,
  ];
  return { id, risk, allows, implies: implied[id] ?? [] };
}
