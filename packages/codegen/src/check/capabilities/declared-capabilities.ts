import { CAPABILITIES, CAPABILITY_PATTERN, withImplied } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';

const WELL_FORMED = new RegExp(CAPABILITY_PATTERN, 'u');
const KNOWN = Object.keys(CAPABILITIES);

/** The capabilities that a tool declares, with malformed ones corrected: those are errors already. */
export class DeclaredCapabilities {
  /** As written, strings only. */
  readonly written: readonly string[];
  readonly #covered: ReadonlySet<string>;

  /** @param value - The field `capabilities` of a definition. */
  constructor(value: unknown) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    this.written = list.filter((each) => typeof each === 'string');
    this.#covered = withAllImplied(this.written.flatMap(meant));
  }

  /** Whether a capability is declared, directly or by one that implies it. */
  covers(capability: string): boolean {
    return this.#covered.has(capability);
  }
}

/** Capabilities with all that they imply. */
export function withAllImplied(capabilities: readonly string[]): ReadonlySet<string> {
  return new Set(capabilities.flatMap(withImplied));
}

/** Whether the registry has a capability. */
export function isKnown(capability: string): boolean {
  return Object.hasOwn(CAPABILITIES, capability);
}

function meant(written: string): readonly string[] {
  if (WELL_FORMED.test(written)) return [written];
  if (written.includes('*')) {
    const start = written.slice(0, written.indexOf('*'));
    return KNOWN.filter((id) => id.startsWith(start));
  }
  const close = closestName(written, KNOWN) ?? closestName(written.replace(/[^A-Za-z]+/g, ':'), KNOWN);
  return close === undefined ? [] : [close];
}
