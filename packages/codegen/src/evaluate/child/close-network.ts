import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Runs in the evaluation process, so it must not import modules of the build.

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
