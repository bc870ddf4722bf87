/* oxlint-disable typescript/only-throw-error, typescript/prefer-promise-reject-errors -- tools throw what they like */
import { bindWebMcp, type WebMcpBinding } from '@btcp/adapters/webmcp';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Implementation, type ToolValidators } from '@btcp/core';
import { LATER_TOOLS, OUTCOME_TOOLS } from '../outcome-tools.ts';

declare global {
  var binding: WebMcpBinding;
  var registerLaterTools: () => Promise<void>;
  var unregisterOutcomeTools: () => Promise<void>;
  var stopBinding: AbortController;
}

const cycle: Record<string, unknown> = {};
cycle['itself'] = cycle;

const throwing = (thrown: unknown) => (): never => {
  throw thrown;
};
const giving = (value: unknown) => (): unknown => value;

const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  greet: ({ name, times }: { name: string; times: number }) => ({ text: `Hello ${name}! `.repeat(times) }),
  mail: ({ to }: { to: string }) => ({ to }),
  denied: giving('secret'),
  hang: () => new Promise(() => undefined),
  broken: giving(null),
  old: giving('old'),
  fail: throwing(new BTCPError('NO_CELL', { message: 'No cell Z99.', suggestion: 'Use listCells.' })),
  throwError: throwing(new Error('It broke.')),
  throwText: throwing('just text'),
  throwNothing: () => Promise.reject(),
  giveEmpty: giving(''),
  giveText: giving('null'),
  giveNothing: giving(undefined),
  giveNull: giving(null),
  giveNumber: giving(4.5),
  giveList: giving([1, undefined, 'a']),
  giveDate: giving({ at: new Date(0) }),
  giveSymbol: giving(Symbol('s')),
  giveBigInt: giving(1n),
  giveCycle: giving(cycle),
  giveFunction: giving(() => 1),
  giveNaN: giving(Number.NaN),
};

// Compiled by the test, and served beside this program.
const compiled = '/validators.js';
const { outcomes, later } = (await import(compiled)) as Record<
  'outcomes' | 'later',
  Record<string, ToolValidators>
>;

const client = new BTCPClient();
await client.registerManifest({
  manifest: OUTCOME_TOOLS,
  implementations: IMPLEMENTATIONS,
  validators: outcomes,
});
await client.grantCapabilities(['dom:write']);

globalThis.stopBinding = new AbortController();
globalThis.registerLaterTools = async () => {
  await client.registerManifest(
    { manifest: LATER_TOOLS, implementations: { later: giving('later') }, validators: later },
    { replace: true },
  );
};
globalThis.unregisterOutcomeTools = async () => void (await client.unregisterManifest(OUTCOME_TOOLS.name));
globalThis.binding = await bindWebMcp(client, { signal: stopBinding.signal });
document.documentElement.dataset['tools'] = 'ready';
