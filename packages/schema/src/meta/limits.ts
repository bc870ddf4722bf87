import type { CapabilityRisk } from '@btcp/core';
import { CAPABILITY_PATTERN, UI_DOMAIN_PATTERN } from '@btcp/core/internal';

export interface StringLimits {
  /** Characters as Unicode counts them. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'uri' | 'email';
}

export interface NumberLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** What the strings of a tool must be, in the published meta-schema and in a build. */
export const TOOL_STRINGS = {
  name: { pattern: '^[a-zA-Z][a-zA-Z0-9_]*$', minLength: 1, maxLength: 64 },
  description: { minLength: 10, maxLength: 1000 },
} as const;

export const MANIFEST_STRINGS = {
  btcp: { pattern: '^[0-9]+\\.[0-9]+$' },
  name: { pattern: '^[a-z][a-z0-9-]*$', minLength: 1, maxLength: 64 },
  // Published without an end, so that "1.2.3anything" passes; a build asks for a full version.
  version: { pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+' },
  description: { maxLength: 500 },
} as const;

export const PROVIDER_STRINGS = {
  name: { maxLength: 100 },
  url: { format: 'uri' },
  contact: { format: 'email' },
  icon: { format: 'uri' },
} as const;

export const CAPABILITY_STRING: StringLimits = { pattern: CAPABILITY_PATTERN };

/** The characters of a version and of a capability, as users are shown them; the published meta-schema has no limit. */
export const SHOWN_STRING: StringLimits = { maxLength: 64 };

/** What a provider says of a capability, as users are shown it. */
export const CAPABILITY_STRINGS = {
  title: { minLength: 1, maxLength: 60 },
  description: { minLength: 1, maxLength: 200 },
} as const;

/** How much harm a capability can do. */
export const RISKS: readonly CapabilityRisk[] = ['low', 'medium', 'high', 'critical'];

export const UI_STRINGS = {
  sha256: { pattern: '^[0-9a-f]{64}$' },
  domain: { pattern: UI_DOMAIN_PATTERN as string },
} as const;

/** Milliseconds. */
export const TIMEOUT: NumberLimits = { minimum: 1000, maximum: 300_000 };

/** Calls at a time. */
export const MAX_CONCURRENT: NumberLimits = { minimum: 1, maximum: 10 };

/** Where a host may run tools. */
export const SANDBOXES: readonly string[] = ['worker', 'iframe', 'ses', 'wasm'];
