import type { ManifestTool } from '@btcp/core';
import {
  findContent,
  replaceContent,
  toBase64,
  type BlobSource,
  type CanvasSource,
  type ContentPlace,
  type ImageDataSource,
  type OffscreenCanvasSource,
} from '@btcp/core/content';

/** Of the platform, where it has one. */
type MakeCanvas = new (
  width: number,
  height: number,
) => OffscreenCanvasSource & {
  getContext(kind: '2d'): { putImageData(data: ImageDataSource, x: number, y: number): void };
};

/**
 * Replaces the bytes, blobs and canvases of a tool's output by base64 text, where its output schema has media; anything
 * else there is left to the validator.
 */
export async function encode(output: unknown, { tool }: { readonly tool: ManifestTool }): Promise<unknown> {
  const places = findContent(output, tool.outputSchema).filter(({ kind }) => kind === 'media');
  const encoded = await Promise.all(places.map((place) => encodePlace(place)));
  return replaceContent(output, places, (_, index) => encoded[index]);
}

async function encodePlace({ value, type }: ContentPlace): Promise<unknown> {
  if (typeof value !== 'object') return value;
  const bytes = await bytesOf(value as object, type);
  return bytes ? toBase64(bytes) : value;
}

async function bytesOf(source: object, type: string): Promise<Uint8Array | undefined> {
  if (source instanceof Uint8Array) return source;
  if (isOffscreen(source)) return bytesOf(await source.convertToBlob({ type }), type);
  if (isCanvas(source)) {
    const blob = await new Promise<object | null>((resolve) => {
      source.toBlob(resolve, type);
    });
    return blob ? bytesOf(blob, type) : undefined;
  }
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer());
  const { OffscreenCanvas } = globalThis as unknown as { readonly OffscreenCanvas?: MakeCanvas };
  const { data, width, height } = source as Partial<ImageDataSource>;
  if (!OffscreenCanvas || !data || width === undefined || height === undefined) return undefined;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d').putImageData(source as ImageDataSource, 0, 0);
  return bytesOf(canvas, type);
}

const has = (source: object, method: string): boolean =>
  typeof (source as Readonly<Record<string, unknown>>)[method] === 'function';

const isOffscreen = (source: object): source is OffscreenCanvasSource => has(source, 'convertToBlob');
const isCanvas = (source: object): source is CanvasSource => has(source, 'toBlob');
const isBlob = (source: object): source is BlobSource => has(source, 'arrayBuffer');
