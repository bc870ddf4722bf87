import { BTCPError, type Registration } from '@btcp/core';
import type { ConformCase } from './conform-case.ts';

/** A registration whose tools do what a case says, instead of running their own code. */
export interface StubTools {
  readonly registration: Registration;
  /** The case that is tried. */
  current: ConformCase | undefined;
}

/** Replaces the implementations of a registration; manifest and validators stay the built ones. */
export function stubTools(built: Registration): StubTools {
  const execute = (): unknown => {
    const { output, throws } = stubs.current ?? { output: null };
    if (throws !== undefined) throw new BTCPError(throws, 'The tool fails on purpose.');
    return output;
  };
  const implementations = Object.fromEntries(built.manifest.tools.map(({ name }) => [name, execute]));
  const stubs: StubTools = { registration: { ...built, implementations }, current: undefined };
  return stubs;
}
