import type { CapabilityGuard } from './capability-guard.ts';

const WRITING: ReadonlySet<PropertyKey> = new Set(['setItem', 'removeItem', 'clear']);

/**
 * Returns a storage that demands the capability of every use.
 *
 * @param name - `localStorage`, or `sessionStorage`.
 */
export function guardStorage(
  storage: Storage,
  name: 'localStorage' | 'sessionStorage',
  { demand }: CapabilityGuard,
): Storage {
  const kind = name.replace('Storage', '');
  const use = (action: 'read' | 'write', member?: PropertyKey): void =>
    demand(`storage:${kind}:${action}`, member === undefined ? name : `${name}.${String(member)}`);
  return new Proxy(storage, {
    get(target, member) {
      use(WRITING.has(member) ? 'write' : 'read', member);
      const value: unknown = Reflect.get(target, member);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set(target, member, value) {
      use('write', member);
      return Reflect.set(target, member, value);
    },
    deleteProperty(target, member) {
      use('write', member);
      return Reflect.deleteProperty(target, member);
    },
    has(target, member) {
      use('read', member);
      return Reflect.has(target, member);
    },
    ownKeys(target) {
      use('read');
      return Reflect.ownKeys(target);
    },
  });
}
