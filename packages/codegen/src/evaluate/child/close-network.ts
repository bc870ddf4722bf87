import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Bundled with what evaluates: nothing of the build is imported here.

/** Takes the network away, so that the same source gives the same schemas: what HTTP and TLS stand on goes with it. */
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
  // A constructor too, so no arrow function.
  const value = function (): never {
    throw Object.assign(new Error(`\`${network}\` needs the network`), { network });
  };
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}
