/** How much harm a capability can do: low needs no question, critical a strong warning. */
export type CapabilityRisk = 'low' | 'medium' | 'high' | 'critical';

/** An entry of the capability registry. */
export interface CapabilityEntry {
  readonly risk: CapabilityRisk;
  /** Capabilities that holding this one also grants. */
  readonly implies?: readonly string[];
}

/** The capabilities of the protocol, by id. Source: the BTCP capability reference. */
export const CAPABILITIES = {
  'dom:read': { risk: 'low' },
  'dom:write': { risk: 'medium', implies: ['dom:read'] },
  'dom:observe': { risk: 'low' },
  'dom:shadow': { risk: 'medium' },
  'storage:local:read': { risk: 'low' },
  'storage:local:write': { risk: 'medium', implies: ['storage:local:read'] },
  'storage:session:read': { risk: 'low' },
  'storage:session:write': { risk: 'medium', implies: ['storage:session:read'] },
  'storage:indexed:read': { risk: 'medium' },
  'storage:indexed:write': { risk: 'high', implies: ['storage:indexed:read'] },
  'storage:cookie:read': { risk: 'high' },
  'storage:cookie:write': { risk: 'critical' },
  'network:fetch:same-origin': { risk: 'medium' },
  'network:fetch:cross-origin': { risk: 'high', implies: ['network:fetch:same-origin'] },
  'network:websocket:same-origin': { risk: 'medium' },
  'network:websocket:cross-origin': { risk: 'high', implies: ['network:websocket:same-origin'] },
  'clipboard:read': { risk: 'high' },
  'clipboard:write': { risk: 'medium' },
  'media:camera': { risk: 'critical' },
  'media:microphone': { risk: 'critical' },
  'media:screen': { risk: 'critical' },
  geolocation: { risk: 'high' },
  notifications: { risk: 'low' },
} as const;

/** A capability of the registry. */
export type KnownCapability = keyof typeof CAPABILITIES;

/** A capability that a project declares, with what users are shown when they are asked for it. */
export interface OwnCapability {
  /** What it allows, at most 60 characters, for example "Delete invoices". */
  readonly title: string;
  /** At most 200 characters. */
  readonly description?: string;
  readonly risk: CapabilityRisk;
}

/** The capabilities that the project declares, as keys: the `registration.ts` of a build adds them, so that editors offer them. */
export interface OwnCapabilities {}

/**
 * A capability: one of the registry, or a well-formed one of the author's own (`category:action[:modifier]`). A build
 * tells which of these are declared, so that code compiles before the first build.
 */
export type Capability = keyof (typeof CAPABILITIES & OwnCapabilities) | (`${string}:${string}` & {});

type CategoryOf<Id extends string> = Id extends `${infer Category}:${string}` ? Category : never;

/** What a tool may list: of what starts like a capability of the protocol (`dom:raed`), only those that there are. */
export type ListedCapability<Id extends Capability> = Id extends `${CategoryOf<KnownCapability>}:${string}`
  ? keyof (typeof CAPABILITIES & OwnCapabilities) | 'network:websocket'
  : Id;

/** What a host may write where it grants: a capability, or any string, for example one that it has stored. */
export type GrantedCapability = Capability | (string & {});

/** Names that mean another capability. */
export const CAPABILITY_ALIASES: Readonly<Record<string, KnownCapability>> = {
  'network:websocket': 'network:websocket:cross-origin',
};

/** Capabilities that only read, besides those that end in `:read`. */
const READING: ReadonlySet<string> = new Set(['dom:observe', 'dom:shadow', 'geolocation']);

export function isReadingCapability(capability: string): boolean {
  return capability.endsWith(':read') || READING.has(capability);
}

/** Those of the registry with which a tool stays in its page: without `network:…`, and `dom:write`. */
const INWARD =
  /^(?:dom:(?:read|observe|shadow)|storage:(?:local|session|indexed|cookie):(?:read|write)|clipboard:(?:read|write)|media:(?:camera|microphone|screen)|geolocation|notifications)$/;

/**
 * Whether a tool with a capability may reach what is outside of its page: by a request; by a change of the page, whose
 * links, forms and images lead anywhere; or by what a provider's own capability stands for, which nobody else knows.
 */
export function reachesOut(capability: string): boolean {
  return !INWARD.test(capability);
}

/** The syntax of a capability: the published pattern, or one of the two reserved words. */
export const CAPABILITY_PATTERN = '^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$';

/**
 * A capability, then all that it also grants: `implies` of the registry, and aliases in both directions. A rule, because
 * the registry itself is too large for a page.
 */
export function withImplied(id: string): readonly string[] {
  const all = 'network:websocket:cross-origin';
  const alias = 'network:websocket';
  if (id === all || id === alias) return [id, 'network:websocket:same-origin', id === all ? alias : all];
  const implied = id
    .replace(/^(dom|storage:(local|session|indexed)):write$/, '$1:read')
    .replace(/^(network:fetch):cross-origin$/, '$1:same-origin');
  return implied === id ? [id] : [id, implied];
}
