import { BTCPClient } from '@btcp/client';
import { BTCPError } from '@btcp/core';
import { createTools } from '../generated/client.ts';
import { registration } from '../generated/registration.ts';
import { openOffice } from './local/open-office.ts';

// A host in Node: it opens what the tools may use, grants what they need, and an agent's calls go through its client.
const office = await openOffice();
const client = new BTCPClient({ context: office.services });
const { missingCapabilities } = await client.registerManifest(registration);
await client.grantCapabilities(missingCapabilities);
const tools = createTools(client);

const { rows } = await tools.queryDatabase({
  query: 'SELECT customer, total FROM orders WHERE paid = ?',
  parameters: [false],
});
console.log('unpaid', rows);

const orders = await tools.sendApiRequest({ method: 'GET', url: `${office.origin}/orders` });
console.log('the API says', orders.body);

const { result } = await tools.calculate({ operation: 'multiply', a: 260.5, b: 1.19 });
console.log('with tax', result);

const { matches } = await tools.searchFiles({ directory: '.', pattern: 'may.*', recursive: true });
console.log('found', matches);

await tools.file_edit({ file_path: 'reports/may.txt', old_string: 'draft', new_string: 'final' });
await tools.sendEmail({
  to: ['ada@office.example'],
  subject: 'May report',
  body: `Unpaid, with tax: ${result}`,
  attachments: ['reports/may.txt'],
});
console.log('the mail server got', office.received[0]?.raw.split('\r\n').slice(0, 4));

try {
  await tools.file_edit({ file_path: '../orders.db', old_string: 'a', new_string: 'b' });
} catch (error) {
  console.log('refused', BTCPError.is(error) ? error.toJSON() : error);
}
await office.close();
