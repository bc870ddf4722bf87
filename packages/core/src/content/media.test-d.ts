import { Type } from '@sinclair/typebox';
import { defineTool } from '../index.ts';
import { link, media, page, type toBlob } from './index.ts';

// Checked by `npm run typecheck`.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

declare const canvas: HTMLCanvasElement;
declare const offscreen: OffscreenCanvas;
declare const pixels: ImageData;
declare const blob: Blob;
declare const isLarge: boolean;

const Chart = Type.Object({
  title: Type.String(),
  chart: media('image/png'),
  pages: Type.Optional(Type.Array(media('image/png'))),
  source: Type.Optional(link('text/csv')),
});

// A handler returns bytes in any of these forms, and gets a file as base64 text.
defineTool({
  inputSchema: Type.Object({ file: media('image/png') }),
  outputSchema: Chart,
  capabilities: [],
  async execute({ file }) {
    same<typeof file, string>(true);
    if (isLarge)
      return { title: 'x', chart: blob, pages: [canvas, offscreen, pixels, new Uint8Array(), file] };
    return { title: 'x', chart: canvas, source: 'https://example.com/a.csv' };
  },
});

defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Chart,
  capabilities: [],
  // @ts-expect-error -- a number is no picture
  execute: () => ({ title: 'x', chart: 5 }),
});

defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Chart,
  capabilities: [],
  // @ts-expect-error -- a title is not media
  execute: () => ({ title: blob, chart: blob }),
});

same<ReturnType<typeof toBlob>, Blob>(true);

const orders = page(Type.Object({ id: Type.String() }));
defineTool({
  inputSchema: Type.Object({ state: Type.String(), ...orders.input }),
  outputSchema: orders.output,
  capabilities: [],
  execute({ state, cursor, limit }) {
    same<typeof limit, number>(true);
    same<typeof cursor, string | undefined>(true);
    return { items: [{ id: state }], ...(limit > 1 && { nextCursor: 'b' }) };
  },
});
