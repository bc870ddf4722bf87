import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Bundled with what evaluates: nothing of the build is imported here.

/** Told what was used, and the stack of the use. */
type OnVariation = (used: string, stack: string) => void;

/** Uses of one thing that are looked at: a loop may ask for a million random numbers. */
const MAX_USES = 1000;

/** Tells of each use of what differs from build to build: the clock, random numbers, the environment. They work as ever. */
export function noteVariation(tell: OnVariation): void {
  const uses = new Map<string, number>();
  const told = new Set<string>();
  const note = (used: string): void => {
    const count = (uses.get(used) ?? 0) + 1;
    uses.set(used, count);
    if (count > MAX_USES) return;
    const stack = new Error().stack ?? '';
    if (told.has(used + stack)) return;
    told.add(used + stack);
    tell(used, stack);
  };
  noteCalls(Math, 'random', 'Math.random', note);
  noteCalls(Date, 'now', 'Date.now', note);
  noteCalls(performance, 'now', 'performance.now', note);
  for (const owner of [crypto, globalThis.crypto])
    for (const name of ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'])
      if (name in owner) noteCalls(owner, name, `crypto.${name}`, note);
  syncBuiltinESMExports();
  globalThis.Date = new Proxy(Date, {
    construct(target, given, newTarget) {
      if (given.length === 0) note('new Date()');
      return Reflect.construct(target, given, newTarget) as object;
    },
    apply(target) {
      note('Date()');
      return target();
    },
  });
  // As of any date, which may be asked whether it is one.
  // oxlint-disable-next-line no-extend-native -- what stands there is only replaced by what stands for it
  Date.prototype.constructor = globalThis.Date;
  process.env = new Proxy(process.env, {
    get(target, name) {
      // Packages ask for it, and give the same schemas.
      if (typeof name === 'string' && name !== 'NODE_ENV') note(`process.env.${name}`);
      return Reflect.get(target, name) as unknown;
    },
  });
}

function noteCalls(owner: object, name: string, used: string, note: (used: string) => void): void {
  const original = Reflect.get(owner, name) as (...given: readonly unknown[]) => unknown;
  const value = function (...given: readonly unknown[]): unknown {
    note(used);
    return Reflect.apply(original, owner, given);
  };
  // Some cannot be replaced: what they give is noted where others are built on them.
  Reflect.defineProperty(owner, name, { value, configurable: true, writable: true });
}
