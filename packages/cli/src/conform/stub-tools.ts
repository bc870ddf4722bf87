import { BTCPError, type Registration } from '@btcp/core';
import { omitKeys } from '@btcp/schema';
import type { ConformCase } from './conform-case.ts';

/** A registration whose tools do what a case says, instead of running their own code. */
export interface StubTools {
  readonly registration: Registration;
  /** The case that is tried. */
  current: ConformCase | undefined;
  /** The input of the tool that has run since this was asked for. */
  takeReceived(): { readonly value: unknown } | undefined;
}

/**
 * Replaces the implementations of a registration; tools and validators stay the built ones. Isolation is left out: there is
 * none of a provider's code to confine, and no frame in Node.
 */
export function stubTools(built: Registration): StubTools {
  let received: { readonly value: unknown } | undefined;
  const execute = (input: unknown): unknown => {
    received = { value: JSON.parse(JSON.stringify(input)) as unknown };
    const { output, throws } = stubs.current ?? { output: null };
    if (throws !== undefined) throw new BTCPError(throws, 'The tool fails on purpose.');
    return output;
  };
  const implementations = Object.fromEntries(built.manifest.tools.map(({ name }) => [name, execute]));
  const { config, ...manifest } = built.manifest;
  const inline = omitKeys({ ...config }, ['sandbox']);
  const registration = { ...built, implementations, manifest: { ...manifest, config: inline } };
  const stubs: StubTools = {
    registration,
    current: undefined,
    takeReceived() {
      const taken = received;
      received = undefined;
      return taken;
    },
  };
  return stubs;
}
