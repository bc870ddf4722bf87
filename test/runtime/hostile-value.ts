import { HOSTILE_VALUES, type Random } from '@btcp/schema/internal';

/** What a provider or a caller can pass that no JSON text holds. */
const HOSTILE: readonly ((random: Random) => unknown)[] = [
  () => undefined,
  () => Number.NaN,
  () => -Infinity,
  () => 10n,
  () => Symbol('hostile'),
  () => () => 'called',
  () => new Map([['a', 1]]),
  () => new Date(Number.NaN),
  () => Object.create(null) as unknown,
  () => Object.create({ inherited: 1 }) as unknown,
  () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  () => ({ toJSON: () => ({ __proto__: null, nested: { toJSON: () => Symbol('x') } }) }),
  () => ({
    toJSON() {
      throw new Error('toJSON');
    },
  }),
  () => Object.defineProperty({}, 'name', { enumerable: true, get: () => thrower() }),
  () => new Proxy({}, { ownKeys: thrower, get: thrower, has: thrower, getPrototypeOf: thrower }),
  () => new Proxy([], { get: (target, key) => (key === 'length' ? 2 ** 32 : Reflect.get(target, key)) }),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    return cycle;
  },
  () => Object.assign([], { length: 4_000_000_000 }),
  (random) => nested(random.below(900)),
  (random) => 'x'.repeat(random.below(3000)),
  () => '\u0000\uD800\u202E',
  // oxlint-disable-next-line unicorn/no-thenable -- a tool may return one
  () => ({ then: (resolve: (value: unknown) => void) => resolve({ later: 1 }) }),
  () => ({ length: -1, 0: 'a' }),
  () => new (class Hostile extends Array<unknown> {})(3),
];

const thrower = (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- a provider may
  throw { toString: () => 'no error' };
};

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

/** A value that is no JSON, or that tries to be something else. */
export const hostileValue = (random: Random): unknown =>
  random.isLucky(0.3) ? random.pick(HOSTILE_VALUES) : random.pick(HOSTILE)?.(random);

/** The value with hostile ones at some of its places. */
export function withHostile(value: unknown, random: Random): unknown {
  if (random.isLucky(0.15)) return hostileValue(random);
  if (Array.isArray(value)) return value.map((item) => withHostile(item, random));
  if (typeof value !== 'object' || !value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withHostile(item, random)]));
}
