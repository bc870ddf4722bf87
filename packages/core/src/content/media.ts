import type { Kind, SchemaOptions, TString } from '@sinclair/typebox';
import { base64Pattern } from './content-source.ts';

/** Bytes of a picture, sound or file, unless its schema has another limit. */
export const MAX_BYTES = 5_000_000;

/** The length of the base64 text of so many bytes. */
export const base64Length = (bytes: number): number => 4 * Math.ceil(bytes / 3);

/** The schema of a picture, a sound or a file: base64 text for callers, and `ContentSource` of a handler. */
export interface TMedia extends TString {
  contentEncoding: 'base64';
  contentMediaType: string;
}

/** The schema of a link to a resource. */
export interface TLink extends TString {
  contentMediaType: string;
}

/** How media are described. */
export interface MediaOptions extends SchemaOptions {
  /** Default: 5,000,000. Base64 text counts three bytes at a time, so up to two more may pass. */
  readonly maxBytes?: number;
}

/**
 * The schema of a picture, a sound or a file: base64 text that begins with the signature of its type. A handler may also
 * return a `Uint8Array`, a `Blob`, a canvas or `ImageData`.
 *
 * @param type - A media type, such as `image/png`, `audio/wav`, `application/pdf` or `text/csv`.
 * @example
 * outputSchema: Type.Object({ chart: media('image/png', { description: 'Sales by month.' }) })
 */
export function media(type: string, { maxBytes = MAX_BYTES, ...options }: MediaOptions = {}): TMedia {
  return schema({
    contentEncoding: 'base64',
    contentMediaType: type,
    pattern: base64Pattern(type),
    maxLength: base64Length(maxBytes),
    ...options,
  }) as TMedia;
}

/**
 * The schema of a link to a resource, an absolute URI: agents load it if they need it.
 *
 * @param type - The media type of what it leads to.
 * @example
 * outputSchema: Type.Object({ invoice: link('application/pdf') })
 */
export function link(type: string, options: SchemaOptions = {}): TLink {
  return schema({ format: 'uri', contentMediaType: type, ...options }) as TLink;
}

// TypeBox's own mark, so that pages need not load TypeBox for it.
const KIND = Symbol.for('TypeBox.Kind') as typeof Kind;

const schema = (keywords: object): object => ({ [KIND]: 'String', type: 'string', ...keywords });
