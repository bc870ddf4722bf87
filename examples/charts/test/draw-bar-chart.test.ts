import { BTCPClient } from '@btcp/client';
import { toBlob } from '@btcp/core/content';
import { expect, it } from 'vitest';
import { createTools } from '../generated/client.ts';
import { registration } from '../generated/registration.ts';

it('returns a picture, as base64 text that becomes a Blob', async () => {
  const client = new BTCPClient();
  await client.registerManifest(registration);
  const { highest, chart } = await createTools(client).drawBarChart({ values: [12, 30, 21] });
  const blob = toBlob(chart, 'image/png');
  const picture = new DataView(await blob.arrayBuffer());
  // Width and height stand in the header.
  expect([highest, picture.getUint32(16), picture.getUint32(20)]).toEqual([30, 52, 100]);
});
