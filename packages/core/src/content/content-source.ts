/** `Blob` where the project has it (DOM library or Node types), else its part that is read. */
export type HostBlob = typeof globalThis extends { Blob: { prototype: infer B } } ? B : BlobSource;

/** A `Blob` or a `File`. */
export interface BlobSource {
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `<canvas>`. */
export interface CanvasSource {
  toBlob(callback: (blob: HostBlob | null) => void, type?: string): void;
}

/** An `OffscreenCanvas`. */
export interface OffscreenCanvasSource {
  convertToBlob(options?: { type?: string }): Promise<HostBlob>;
}

/** An `ImageData`. */
export interface ImageDataSource {
  readonly data: ArrayLike<number> & { readonly buffer: unknown };
  readonly width: number;
  readonly height: number;
}

/** What a handler may return where its output schema has media: base64 text, or what becomes it. */
export type ContentSource =
  string | Uint8Array | BlobSource | CanvasSource | OffscreenCanvasSource | ImageDataSource;

/**
 * How files of a media type begin: a pattern of their base64 text, made of their signature bytes. A dot is any character;
 * with it each has a multiple of four.
 */
const SIGNATURES: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGg[o-r].',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD[dl]h',
  'image/webp': 'UklGR[g-v].{4}[BFJNRVZdhlptx159]XRUJQ',
  'image/avif': '.{5}[GWm2]Z0eX[A-D].',
  'image/bmp': 'Qk[0-3].',
  'image/tiff': '(?:SUkqA[A-P]|TU0AK[g-v])..',
  'application/pdf': 'JVBERi[0-3].',
  'application/zip': 'UEsDB[A-P]..',
  'application/gzip': 'H4[s-v].',
  'audio/wav': 'UklGR[g-v].{4}[BFJNRVZdhlptx159]XQVZF',
  // An ID3 tag, or a frame of MPEG 1 or 2, layer III.
  'audio/mpeg': '(?:SUQz|//[I-Ps-vo-r].)',
  'audio/mp4': '.{5}[GWm2]Z0eX[A-D].',
  'audio/ogg': 'T2dnU[w-z0-9+/]..',
  'audio/flac': 'ZkxhQ[w-z0-9+/]..',
  'video/mp4': '.{5}[GWm2]Z0eX[A-D].',
  'video/webm': 'GkXfo[w-z0-9+/]..',
};

/** Other names of these types. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/webm': 'video/webm',
  'video/ogg': 'audio/ogg',
};

/** A media type without its parameters. */
export const plainType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

const ANY = '[A-Za-z0-9+/]';

/**
 * Text of any length, four characters for three bytes. V8 repeats it without a stack only if it is written like this: with a
 * count, it would not once the regular expressions of a process take more than 16 MB.
 */
const REST = `(?:${ANY}${ANY}${ANY}${ANY})*(?:${ANY}${ANY}(?:==|${ANY}=))?`;

/** A pattern of the base64 text of a media type: the signature where the type has one, then base64. */
export function base64Pattern(type: string): string {
  const plain = plainType(type);
  const name = Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain;
  const signature = Object.hasOwn(SIGNATURES, name) ? (SIGNATURES[name] ?? '') : '';
  return `^${signature.replaceAll('.', ANY)}${REST}$`;
}

/** Of the platform: browsers and Node have them, but not the libraries that this is compiled with. */
const host = globalThis as unknown as {
  readonly atob: (base64: string) => string;
  readonly btoa: (binary: string) => string;
  readonly Blob: new (parts: readonly Uint8Array[], options: { type: string }) => HostBlob;
};

/** Characters that are converted at once: a function takes so many arguments anywhere. */
const CHUNK = 8190;

/** The bytes of a base64 text. */
export function toBytes(base64: string): Uint8Array {
  const binary = host.atob(base64);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The base64 text of bytes. */
export function toBase64(bytes: Uint8Array): string {
  let base64 = '';
  // A multiple of three bytes has no padding, so the texts can be joined.
  for (let at = 0; at < bytes.length; at += CHUNK)
    base64 += host.btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return base64;
}

/**
 * A `Blob` of what a call gave, for `URL.createObjectURL`, a download or an upload.
 *
 * @param value - Base64 text, as `client.callTool` gives it where an output schema has media.
 * @param type - The media type.
 */
export const toBlob = (value: string, type: string): HostBlob => new host.Blob([toBytes(value)], { type });

/** The `data:` URL of a picture, sound or file, for `<img src>`. */
export const toDataUrl = (value: string, type: string): string => `data:${type};base64,${value}`;
