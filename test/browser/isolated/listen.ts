import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Servers that note whatever reaches them. */
export interface Listening {
  /** Of TCP. */
  readonly port: number;
  readonly udp: number;
  /** The beginning of what came. */
  readonly heard: readonly string[];
  readonly close: () => void;
}

/** Listens for TCP and UDP on 127.0.0.1; for anything that connects, even without a word. */
export async function listen(): Promise<Listening> {
  const heard: string[] = [];
  const tcp = createServer((socket) => {
    heard.push('TCP');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard.push(`TCP ${data.toString('latin1', 0, 60)}`);
      socket.end('HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\n\r\n');
    });
  });
  const udp = createSocket('udp4', (data) => heard.push(`UDP ${data.length}`));
  tcp.listen(0, '127.0.0.1');
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  return {
    // It listens on a TCP port.
    port: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
    heard,
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}
