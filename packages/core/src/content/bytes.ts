import type { HostBlob } from './content-source.ts';

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
