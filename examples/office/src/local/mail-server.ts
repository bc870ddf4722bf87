import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An email as the server got it. */
export interface ReceivedMail {
  readonly from: string;
  /** The recipients of the SMTP conversation, whatever the headers say. */
  readonly to: readonly string[];
  /** Headers and body as they came over the line. */
  readonly raw: string;
}

/** A mail server on this computer, which keeps what it gets. */
export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** Starts a mail server on a free port of 127.0.0.1; it has no mailbox for addresses at "nowhere.example". */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Its certificate is its own, which no client should trust.
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(address.endsWith('@nowhere.example') ? new Error('no such mailbox') : null);
    },
    onData(stream, { envelope }, callback) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      }, callback);
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  // Listening on a port, so the address is not that of a pipe.
  const { port } = listener.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}
