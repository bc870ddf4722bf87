import { createServer, type AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMailServer } from '../src/local/mail-server.ts';
import { openOffice, type Office } from '../src/local/open-office.ts';
import { sendEmail } from '../src/tools/send-email.ts';

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const LETTER = { to: ['ada@office.example'], subject: 'May report', body: 'Two orders.' };
const send = (input: Partial<Parameters<typeof sendEmail>[0]>) =>
  sendEmail({ ...LETTER, ...input }, office.services);

describe('what the server gets', () => {
  it('a plain letter', async () => {
    const { messageId, accepted, rejected } = await send({});
    expect([accepted, rejected]).toEqual([['ada@office.example'], []]);
    const [mail] = office.received;
    expect([office.received.length, mail?.from, mail?.to]).toEqual([
      1,
      'office@office.example',
      ['ada@office.example'],
    ]);
    expect(mail?.raw.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: office@office.example',
        'To: ada@office.example',
        'Subject: May report',
        `Message-ID: ${messageId}`,
        'Content-Type: text/plain; charset=utf-8',
        'Two orders.',
      ]),
    );
    expect(mail?.raw).not.toContain('Cc:');
  });

  it('an HTML letter with a copy, accents and an attachment', async () => {
    await send({
      subject: 'Résumé',
      body: '<p>Two <b>orders</b>.</p>',
      cc: ['grace@office.example'],
      attachments: ['reports/may.txt'],
    });
    const [mail] = office.received;
    expect(mail?.to).toEqual(['ada@office.example', 'grace@office.example']);
    expect(mail?.raw).toContain('Cc: grace@office.example\r\n');
    expect(mail?.raw).toContain('Subject: =?UTF-8?Q?R=C3=A9sum=C3=A9?=\r\n');
    expect(mail?.raw).toContain('Content-Type: text/html; charset=utf-8\r\n');
    expect(mail?.raw).toContain('filename=may.txt\r\n');
    expect(mail?.raw).toContain(Buffer.from('Orders: 2\nStatus: draft\n').toString('base64'));
  });

  it('text that only mentions HTML stays text', async () => {
    await send({ body: 'a < b, and <b> is a tag' });
    expect(office.received[0]?.raw).toContain('Content-Type: text/plain');
  });

  it('one refused recipient of two is reported', async () => {
    const { accepted, rejected } = await send({ to: ['ada@office.example', 'nobody@nowhere.example'] });
    expect([accepted, rejected]).toEqual([['ada@office.example'], ['nobody@nowhere.example']]);
    expect(office.received[0]?.to).toEqual(['ada@office.example']);
  });
});

describe('what is refused, before anything is sent', () => {
  it.each([
    ['a header in the subject', { subject: 'Hi\r\nBcc: eve@evil.example' }, 'INVALID_SUBJECT'],
    ['a header in an address', { to: ['a@b.example\r\nBcc: eve@evil.example'] }, 'INVALID_ADDRESS'],
    ['two addresses in one', { to: ['a@b.example, eve@evil.example'] }, 'INVALID_ADDRESS'],
    ['a name with an address', { cc: ['Eve <eve@evil.example>'] }, 'INVALID_ADDRESS'],
    ['a file outside', { attachments: ['../orders.db'] }, 'PATH_OUTSIDE_AREA'],
    ['a URL as attachment', { attachments: ['http://127.0.0.1/'] }, 'FILE_NOT_FOUND'],
    ['a directory', { attachments: ['reports'] }, 'ATTACHMENT_REFUSED'],
    ['only unknown recipients', { to: ['nobody@nowhere.example'] }, 'RECIPIENTS_REFUSED'],
  ])('%s', async (_, input, code) => {
    await expect(send(input)).rejects.toMatchObject({ code, suggestion: expect.any(String) });
    expect(office.received).toEqual([]);
  });

  it('attachments that are too large together', async () => {
    await writeFile(join(office.folder, 'half.bin'), Buffer.alloc(6_000_000));
    await expect(send({ attachments: ['half.bin', 'half.bin'] })).rejects.toMatchObject({
      code: 'ATTACHMENT_REFUSED',
      message: 'With "half.bin" the attachments have more than 10000000 bytes.',
    });
  });

  it('a server that is not there', async () => {
    const { port, close } = await startMailServer();
    await close();
    const mail = { ...office.services.mail, port };
    await expect(sendEmail(LETTER, { mail })).rejects.toMatchObject({ code: 'MAIL_NOT_SENT' });
  });

  it('to wait for a silent server after it was cancelled', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const mail = { ...office.services.mail, port };
    const signal = AbortSignal.timeout(200);
    await expect(sendEmail(LETTER, { mail, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    silent.close();
  });

  it('a host without mail, or without files for attachments', async () => {
    await expect(sendEmail(LETTER)).rejects.toMatchObject({
      message: 'This host gives its tools no "mail".',
    });
    const { mail } = office.services;
    await expect(sendEmail({ ...LETTER, attachments: ['a'] }, { mail })).rejects.toMatchObject({
      message: 'This host gives its tools no "files".',
    });
  });
});
