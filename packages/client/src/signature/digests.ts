import type { Manifest, ManifestTool } from '@btcp/core';
import { sha256 } from '@noble/hashes/sha2.js';
import canonicalize from 'canonicalize';
import { isObject, readObject } from './read-json.ts';
import { refusal } from './refusal.ts';

/** The digest of a tool: SHA-256 over its canonical JSON (RFC 8785), as base64url. */
export interface ToolDigest {
  readonly digest: string;
  /** The digest of each field but the name, so that a report can name those that changed. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The digests of a manifest, and what they are of; JSON, to be signed or kept. */
export interface ManifestDigests extends ToolDigest {
  readonly btcp: string;
  readonly name: string;
  readonly version: string;
  /** By the tools' names. */
  readonly tools: Readonly<Record<string, ToolDigest>>;
}

/** A JSON object of unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** A manifest of which only the shape that digests need is known. */
export interface ReadManifest extends Fields, Pick<Manifest, (typeof SHOWN_FIELDS)[number]> {
  readonly tools: readonly (Fields & { readonly name: string })[];
}

/** The fields that digests show as they are. */
export const SHOWN_FIELDS = ['btcp', 'name', 'version'] as const;

/**
 * The digest of everything that a tool publishes, and of each field.
 *
 * @throws BTCPError `INVALID_ARGUMENT` for what is not JSON.
 */
export function digestTool(tool: ManifestTool): ToolDigest {
  const texts = canonicalFields(readObject(tool, 'The tool'));
  return { digest: sha256Of(joinFields(texts)), fields: digestFields(texts, ['name']) };
}

/**
 * The digests of a manifest and its tools.
 *
 * @param manifest - The text, where there is one: it shows numbers that JavaScript cannot hold.
 * @throws BTCPError `INVALID_ARGUMENT` for what is no manifest.
 */
export function digestManifest(manifest: Manifest | string): ManifestDigests {
  const { tools, ...rest } = readManifest(manifest);
  const { btcp, name, version } = rest;
  const entries = tools.map((tool) => ({ name: tool.name, texts: canonicalFields(tool) }));
  const texts = canonicalFields(rest);
  const toolTexts = entries.map((entry) => joinFields(entry.texts));
  return {
    btcp,
    name,
    version,
    digest: sha256Of(joinFields({ ...texts, tools: `[${toolTexts.join(',')}]` })),
    fields: digestFields(texts, SHOWN_FIELDS),
    tools: Object.fromEntries(
      entries.map((entry, index) => [
        entry.name,
        { digest: sha256Of(toolTexts[index] ?? ''), fields: digestFields(entry.texts, ['name']) },
      ]),
    ),
  };
}

/**
 * Reads a manifest as far as digests need it.
 *
 * @throws BTCPError `INVALID_ARGUMENT`, also where two tools have one name.
 */
export function readManifest(source: unknown): ReadManifest {
  const manifest = readObject(source, 'The manifest');
  for (const field of SHOWN_FIELDS)
    if (typeof manifest[field] !== 'string')
      throw refusal('manifest', `This is no manifest: its \`${field}\` is not a string.`);
  const names = new Set<unknown>();
  if (!Array.isArray(manifest['tools'])) throw refusal('manifest', 'This is no manifest: it has no tools.');
  for (const tool of manifest['tools']) {
    if (!isObject(tool) || typeof tool['name'] !== 'string')
      throw refusal('manifest', 'This is no manifest: one of its tools has no name.');
    if (names.size === names.add(tool['name']).size)
      throw refusal('manifest', `The manifest has the tool ${JSON.stringify(tool['name'])} twice.`);
  }
  // Checked above, field by field.
  return manifest as ReadManifest;
}

/** Canonical JSON (RFC 8785) of a copied value. */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null';
  } catch (error) {
    throw refusal('json', `There is no canonical JSON of it: ${(error as Error).message}.`);
  }
}

/** SHA-256 over the canonical JSON of a copied value, as base64url. */
export function digestOf(value: unknown): string {
  return sha256Of(canonicalJson(value));
}

export function fieldDigests(entry: Fields, without: readonly string[]): ToolDigest['fields'] {
  return digestFields(canonicalFields(entry), without);
}

const sha256Of = (text: string): string => toBase64url(sha256(new TextEncoder().encode(text)));

type Texts = Readonly<Record<string, string>>;

// Each value is made canonical once, which takes most of the time: an object's text is put together from its fields'.
const canonicalFields = (entry: Fields): Texts => mapFields(entry, canonicalJson);

const joinFields = (texts: Texts): string =>
  `{${Object.keys(texts)
    .sort()
    .map((field) => `${canonicalJson(field)}:${texts[field]}`)
    .join(',')}}`;

const digestFields = (texts: Texts, without: readonly string[]): ToolDigest['fields'] =>
  mapFields(texts, sha256Of, without);

// `fromEntries` also takes a field named `__proto__`.
const mapFields = <T>(
  fields: Readonly<Record<string, T>>,
  map: (value: T) => string,
  without: readonly string[] = [],
): Texts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) =>
      without.includes(field) ? [] : [[field, map(value)]],
    ),
  );

/** Bytes as base64url without padding (RFC 7515, appendix C). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Bytes with a buffer of their own, as Web Crypto takes; before TypeScript 5.7 the class has no parameter. */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** The bytes of base64url; `undefined` for any other spelling than that of `toBase64url`. */
export function fromBase64url(text: string): Bytes | undefined {
  const bytes = decode(text);
  // The last character may have bits that no byte has.
  return bytes && toBase64url(bytes) === text ? bytes : undefined;
}

/** Base64 in the spelling of `toBase64url`: without padding or spaces; what is none is left as it is. */
export function canonicalBase64url(text: string): string {
  const bytes = decode(text.replace(/[\s=]/g, ''));
  return bytes ? toBase64url(bytes) : text;
}

function decode(text: string): Bytes | undefined {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[\w+/]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain), (byte) => byte.charCodeAt(0));
}
