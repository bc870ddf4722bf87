import { Type } from '@sinclair/typebox';
import * as v from 'valibot';
import { z } from 'zod';
import { codePoints, isEmail, isObject } from '@btcp/schema/runtime';
import type { ValidatorCase } from '../validator-case.ts';

const address = { type: 'string', format: 'email' };

const areStrings = (list: unknown): boolean =>
  Array.isArray(list) && list.every((item) => typeof item === 'string');

// A loop, because a callback for each address costs more than it reads better.
function areEmails(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  for (let index = 0; index < list.length; index++) {
    const item: unknown = list[index];
    if (typeof item !== 'string' || !isEmail(item)) return false;
  }
  return true;
}

/** The input of a tool that sends an email. Unknown properties are allowed. */
export const email: ValidatorCase = {
  schema: {
    type: 'object',
    properties: {
      to: { type: 'array', description: 'Recipient email addresses', items: address, minItems: 1 },
      subject: { type: 'string', description: 'Email subject', minLength: 1, maxLength: 200 },
      body: { type: 'string', description: 'Email body (plain text or HTML)' },
      cc: { type: 'array', description: 'CC recipients', items: address },
      attachments: { type: 'array', description: 'File paths to attach', items: { type: 'string' } },
    },
    required: ['to', 'subject', 'body'],
  },
  typebox: Type.Object({
    to: Type.Array(Type.String({ format: 'email' }), { minItems: 1 }),
    subject: Type.String({ minLength: 1, maxLength: 200 }),
    body: Type.String(),
    cc: Type.Optional(Type.Array(Type.String({ format: 'email' }))),
    attachments: Type.Optional(Type.Array(Type.String())),
  }),
  zod: z.object({
    to: z.array(z.email()).min(1),
    subject: z.string().min(1).max(200),
    body: z.string(),
    cc: z.array(z.email()).optional(),
    attachments: z.array(z.string()).optional(),
  }),
  valibot: v.object({
    to: v.pipe(v.array(v.pipe(v.string(), v.email())), v.minLength(1)),
    subject: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    body: v.string(),
    cc: v.optional(v.array(v.pipe(v.string(), v.email()))),
    attachments: v.optional(v.array(v.string())),
  }),
  check(value) {
    if (!isObject(value)) return false;
    const { to, subject, body, cc, attachments } = value;
    return (
      areEmails(to) &&
      (to as unknown[]).length > 0 &&
      typeof subject === 'string' &&
      subject.length > 0 &&
      (subject.length <= 200 || codePoints(subject) <= 200) &&
      typeof body === 'string' &&
      (cc === undefined || areEmails(cc)) &&
      (attachments === undefined || areStrings(attachments))
    );
  },
  valid: (number) => ({
    to: [`ada.${number}@example.com`, 'grace.hopper@navy.example.org'],
    subject: `Minutes of meeting ${number}`,
    body: 'Dear all, please find attached the minutes of our meeting. '.repeat(8),
    ...(number % 2 === 0 && { cc: ['alan@computing.example.co.uk'] }),
    attachments: [`minutes-${number}.pdf`, 'figures.csv'],
  }),
  breaks: [
    (value) => (value.to[1] = 'grace.hopper'),
    (value) => (value.to = []),
    (value) => (value.to = 'ada@example.com'),
    (value) => (value.subject = ''),
    (value) => (value.subject = 'x'.repeat(201)),
    (value) => delete value.body,
    (value) => (value.cc = ['alan@']),
    (value) => (value.attachments = ['figures.csv', 7]),
  ],
};
