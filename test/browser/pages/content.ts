import { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { media, toBlob } from '@btcp/core/content';
import { compileSchema } from '@btcp/schema/compile';

// Returns what was drawn on each kind of canvas, and shows in the page what a caller got.

const canvas = document.createElement('canvas');
canvas.width = 20;
canvas.height = 10;
const drawing = canvas.getContext('2d');
if (!drawing) throw new Error('There is no canvas.');
drawing.fillStyle = 'rgb(255, 0, 0)';
drawing.fillRect(0, 0, 20, 10);
const offscreen = new OffscreenCanvas(20, 10);
offscreen.getContext('2d')?.drawImage(canvas, 0, 0);

const pictures = { canvas, offscreen, pixels: drawing.getImageData(0, 0, 20, 10) };
const schema = (type: string): object => ({ ...media(type) });
const manifest: Manifest = {
  btcp: '1.0',
  name: 'pictures',
  version: '1.0.0',
  capabilities: [],
  tools: [
    {
      name: 'draw',
      description: 'Draws the same picture in several ways.',
      inputSchema: { type: 'object' },
      outputSchema: {
        type: 'object',
        properties: {
          canvas: schema('image/png'),
          offscreen: schema('image/jpeg'),
          pixels: schema('image/webp'),
        },
        required: ['canvas', 'offscreen', 'pixels'],
      },
      capabilities: [],
    },
  ],
};
const TYPES = { canvas: 'image/png', offscreen: 'image/jpeg', pixels: 'image/webp' };

const client = new BTCPClient({ compile: compileSchema });
await client.registerManifest({ manifest, implementations: { draw: () => pictures } });
const output = (await client.callTool('draw', {})) as typeof TYPES;
const seen = Object.entries(TYPES).map(async ([name, type]) => {
  const bitmap = await createImageBitmap(toBlob(output[name as keyof typeof TYPES], type));
  const copy = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = copy.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const [red = 0, green = 0] = context?.getImageData(10, 5, 1, 1).data ?? [];
  return `${name} ${bitmap.width}x${bitmap.height} ${red > 200 && green < 50 ? 'red' : 'other'}`;
});
document.title = JSON.stringify(await Promise.all(seen));
