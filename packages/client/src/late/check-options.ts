import type { Limits } from '../client-options.ts';
import type { ClientState } from '../client-state.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { unregisterAll } from './uses.ts';

/** Every option. Plain JavaScript and stored settings misspell them. */
const OPTIONS: readonly string[] =
  'context timeout limits onConsent onConfirm onAsk grantLowRisk grants compile development sandbox isolation fetchOrigins verify findUnconsented'.split(
    ' ',
  );
const LIMITS: readonly string[] = ['concurrent', 'queued', 'input', 'output'] satisfies (keyof Limits)[];

/**
 * Checks the options of a client, which without one, for example `verify`, may do what its host does not want.
 *
 * @throws BTCPError `INVALID_ARGUMENT` for an unknown name or what is no number above 0; then nothing is registered or granted, nor
 * registered later.
 */
export function checkOptions(state: ClientState): void {
  const { options, limits, gate, registry, parts } = state;
  const { timeout = 1 } = options;
  const refuse = (...facts: Parameters<(typeof FAILURE_TEXTS)['INVALID_ARGUMENT']>): never => {
    const error = new parts.BTCPError('INVALID_ARGUMENT', FAILURE_TEXTS.INVALID_ARGUMENT(...facts));
    unregisterAll(state);
    gate.granted = new Map();
    // Nor is anything registered later.
    registry.update = () => {
      throw error;
    };
    throw error;
  };
  const checkNames = (given: object, known: readonly string[]): void => {
    for (const name of Object.keys(given)) if (!known.includes(name)) refuse('option', name, known.join());
  };
  checkNames(options, OPTIONS);
  checkNames(limits, LIMITS);
  for (const [name, value] of Object.entries({ ...limits, timeout }))
    if (!(typeof value === 'number' && value > 0 && (value < Infinity || name !== 'timeout')))
      refuse('number', name, value);
}
