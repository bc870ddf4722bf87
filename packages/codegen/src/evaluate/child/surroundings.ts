import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';

// Runs in the evaluation process, so it must not import modules of the build.

/** Receives the name of what was used, and the stack. */
type OnVariation = (used: string, stack: string) => void;

/** Maximum number of uses to examine: a loop may read a million random numbers. */
const MAX_USES = 1000;

/** Reports each use of a non-deterministic function (clock, random numbers, environment) without changing its result. */
export function noteVariation(report: OnVariation): void {
  const uses = new Map<string, number>();
  const reported = new Set<string>();
  const note = (used: string): void => {
    const count = (uses.get(used) ?? 0) + 1;
    uses.set(used, count);
    if (count > MAX_USES) return;
    const stack = new Error().stack ?? '';
    if (reported.has(used + stack)) return;
    reported.add(used + stack);
    report(used, stack);
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
  // Keeps `date.constructor === Date`.
  // oxlint-disable-next-line no-extend-native -- replaces the constructor by its own proxy
  Date.prototype.constructor = globalThis.Date;
  // Packages read NODE_ENV, which does not change schemas.
  const noteVariable = (name: string | symbol): void =>
    void (typeof name === 'string' && name !== 'NODE_ENV' && note(`process.env.${name}`));
  process.env = new Proxy(process.env, {
    get: (target, name) => (noteVariable(name), Reflect.get(target, name) as unknown),
    has: (target, name) => (noteVariable(name), Reflect.has(target, name)),
    ownKeys: (target) => (note('process.env'), Reflect.ownKeys(target)),
  });
}

function noteCalls(owner: object, name: string, used: string, note: (used: string) => void): void {
  const original = Reflect.get(owner, name) as (...given: readonly unknown[]) => unknown;
  const value = function (...given: readonly unknown[]): unknown {
    note(used);
    return Reflect.apply(original, owner, given);
  };
  // Some functions cannot be replaced, but call others that report the use.
  Reflect.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** Removes what pages have and only later versions of Node, so that schemas that need it fail in each. */
export function removePageGlobals(): void {
  for (const name of ['localStorage', 'sessionStorage', 'navigator'])
    Reflect.deleteProperty(globalThis, name);
}

/** Disables the network, including HTTP and TLS, which use the same sockets, so that schemas are deterministic. */
export function closeNetwork(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource']) replace(globalThis, name, name);
  replace(net.Socket.prototype, 'connect', 'net');
  replace(net.Server.prototype, 'listen', 'net');
  for (const method of ['bind', 'connect', 'send']) replace(dgram.Socket.prototype, method, 'dgram');
  for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    for (const method of Object.keys(Object.getOwnPropertyDescriptors(owner)))
      if (/^(?:lookup|resolve|reverse)/.test(method)) replace(owner, method, 'dns');
  syncBuiltinESMExports();
}

function replace(owner: object, name: string, network: string): void {
  // Not an arrow function, because it may be called with `new`.
  const value = function (): never {
    throw Object.assign(new Error(`\`${network}\` needs the network`), { network });
  };
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** The pipe that the build holds open. */
const BUILD_FD = 4;

const GUARD = `
const { Socket } = require('node:net');
new Socket({ fd: ${BUILD_FD} })
  .on('error', () => undefined)
  .on('close', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'))
  .resume();
`;

/**
 * Kills this process and its process group when the build ends, even by SIGKILL, after which the build cannot clean up.
 * Waits in a worker thread, because a module may block this one forever.
 */
export function endWithBuild(): void {
  new Worker(GUARD, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1 } }).unref();
}
