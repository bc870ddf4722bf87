import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { FileArea } from '../services/file-area.ts';
import { notProvided } from '../services/not-provided.ts';
import type { MailSettings } from '../services/tool-context.ts';

const MAX_ATTACHED_BYTES = 10_000_000;
/** Milliseconds that a silent server may take for one step. */
const PATIENCE = 20_000;
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;
const HTML = /^\s*(?:<!doctype html|<[a-z][a-z0-9]*[\s>])/i;
// oxlint-disable-next-line no-control-regex -- these are what must not get into a header
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

interface Attachment {
  readonly filename: string;
  readonly content: Buffer;
}

export const sendEmail = defineTool({
  description: 'Sends an email with a subject and a plain-text or HTML body to one or more recipients.',
  inputSchema: Type.Object({
    to: Type.Array(Type.String({ format: 'email' }), {
      description: 'Recipient email addresses',
      minItems: 1,
    }),
    subject: Type.String({ description: 'Email subject', minLength: 1, maxLength: 200 }),
    body: Type.String({ description: 'Email body (plain text or HTML)' }),
    cc: Type.Optional(Type.Array(Type.String({ format: 'email' }), { description: 'CC recipients' })),
    attachments: Type.Optional(Type.Array(Type.String(), { description: 'File paths to attach' })),
  }),
  capabilities: ['network:fetch:cross-origin'],
  async execute(
    { to, subject, body, cc = [], attachments = [] },
    { mail = notProvided('mail'), files, signal },
  ) {
    checkHeaders(subject, [...to, ...cc]);
    const attached =
      attachments.length === 0 ? [] : await readAll(attachments, files ?? notProvided('files'));
    signal?.throwIfAborted();
    const message: SendMailOptions = {
      // As objects: an address in a string would be parsed, and might be several.
      from: { name: '', address: mail.from },
      to: to.map((address) => ({ name: '', address })),
      cc: cc.map((address) => ({ name: '', address })),
      subject,
      ...(HTML.test(body) ? { html: body } : { text: body }),
      attachments: attached,
      ...(signal && { signal }),
    };
    return deliver(message, mail);
  },
});

function checkHeaders(subject: string, addresses: readonly string[]): void {
  if (CONTROL.test(subject)) {
    throw new BTCPError('INVALID_SUBJECT', {
      message: 'The subject has a line break or another control character in it.',
      suggestion: 'Write the subject on one line.',
    });
  }
  const wrong = addresses.find((address) => !ADDRESS.test(address) || CONTROL.test(address));
  if (wrong === undefined) return;
  throw new BTCPError('INVALID_ADDRESS', {
    message: `${JSON.stringify(wrong)} is not one email address.`,
    suggestion: 'Give each address as a string of its own, such as "ada@example.com", without a name.',
  });
}

async function readAll(paths: readonly string[], files: FileArea): Promise<Attachment[]> {
  const attached: Attachment[] = [];
  let left = MAX_ATTACHED_BYTES;
  for (const path of paths) {
    const resolved = await files.resolve(path);
    const stats = await stat(resolved);
    left -= stats.size;
    if (!stats.isFile() || left < 0) throw cannotAttach(path, stats.isFile());
    attached.push({ filename: basename(resolved), content: await readFile(resolved) });
  }
  return attached;
}

const cannotAttach = (path: string, isFile: boolean): BTCPError =>
  new BTCPError('ATTACHMENT_REFUSED', {
    message: isFile
      ? `With "${path}" the attachments have more than ${MAX_ATTACHED_BYTES} bytes.`
      : `"${path}" is not a file.`,
    suggestion: 'Attach fewer or smaller files.',
  });

async function deliver(
  message: SendMailOptions,
  { host, port, secure, auth }: MailSettings,
): Promise<{ messageId: string; accepted: string[]; rejected: string[] }> {
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { messageId, accepted, rejected } = await transport.sendMail(message);
    return { messageId, accepted: accepted.map(String), rejected: rejected.map(String) };
  } catch (cause) {
    message.signal?.throwIfAborted();
    throw notSent(cause);
  } finally {
    transport.close();
  }
}

function notSent(cause: unknown): BTCPError {
  const { code, response } = cause as { code?: unknown; response?: unknown };
  const reason =
    typeof response === 'string' ? response : cause instanceof Error ? cause.message : String(cause);
  if (code === 'EENVELOPE') {
    return new BTCPError('RECIPIENTS_REFUSED', {
      message: `The mail server refused the addresses: ${reason}.`,
      suggestion: 'Check the addresses of the recipients.',
      cause,
    });
  }
  return new BTCPError('MAIL_NOT_SENT', {
    message: `The mail server did not take the email: ${reason}.`,
    suggestion: 'Nothing was sent. Try again later, or ask the host to check its mail server.',
    cause,
  });
}
