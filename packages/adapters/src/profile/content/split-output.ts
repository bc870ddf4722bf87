import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import {
  type ContentPlace,
  findContent,
  mentionsContent,
  plainType,
  replaceContent,
  toBytes,
} from '@btcp/core/content';
import { isTextType } from './media.ts';

/** A picture, sound or file of an output, or a link to one. */
export interface ContentPart {
  readonly kind: ContentPlace['kind'];
  /** The media type. */
  readonly type: string;
  /** Base64 text; of a link, its URI. */
  readonly data: string;
  /** Where it stands in the output: `pages.0`; `output` for the output itself. */
  readonly name: string;
  /** The keys that lead to it in the output. */
  readonly keys: ContentPlace['keys'];
  /** What the JSON has in place of media. */
  readonly reference: string;
  /** What the schema calls it. */
  readonly title?: string;
}

/** An output whose media are parts beside its JSON. */
export interface SplitOutput {
  /** With a reference to a part in place of its media: `#/content/1`. Links stay. */
  readonly value: unknown;
  /** The same with a sentence in their place, for formats without parts. */
  readonly noted: unknown;
  readonly parts: readonly ContentPart[];
  /** Whether the output is media and nothing else. */
  readonly isPart: boolean;
}

interface SplitOptions {
  readonly kinds?: readonly ContentPlace['kind'][];
  readonly before?: number;
}

/**
 * Takes the media out of a tool's output.
 *
 * @param output - JSON.
 * @param options - `kinds`: what become parts; a link stays in the JSON, too. `before`: how many parts come before them, unless
 * there is nothing but one; by default the JSON.
 * @returns `undefined` where it has none of these.
 * @throws BTCPError `INVALID_OUTPUT` where a link is none that whoever gets it may follow: of http, https, or a scheme that
 * its schema names.
 */
export function splitOutput(
  output: unknown,
  schema: JsonSchemaObject | undefined,
  { kinds = ['media', 'link'], before = 1 }: SplitOptions = {},
): SplitOutput | undefined {
  if (!mentionsContent(schema)) return undefined;
  const found = findContent(output, schema).filter(({ value }) => typeof value === 'string');
  for (const { kind, value, schema: own } of found) if (kind === 'link') checkLink(String(value), own);
  const places = found.filter(({ kind }) => kinds.includes(kind));
  if (places.length === 0) return undefined;
  const isPart = places.some(({ keys, kind }) => keys.length === 0 && kind === 'media');
  const parts = places.map((place, index) => toPart(place, `#/content/${index + (isPart ? 0 : before)}`));
  const replaced = (say: (part: ContentPart) => string): unknown =>
    replaceContent(output, places, ({ value }, index) => {
      const part = parts[index];
      return part?.kind === 'media' ? say(part) : value;
    });
  return { value: replaced(({ reference }) => reference), noted: replaced(noteOf), parts, isPart };
}

function toPart({ keys, value, kind, type, schema }: ContentPlace, reference: string): ContentPart {
  const { title } = schema;
  return {
    kind,
    type,
    data: String(value),
    name: keys.join('.') || 'output',
    keys,
    reference,
    ...(typeof title === 'string' && { title }),
  };
}

// An agent's host follows links: `javascript:`, `data:` or `file:` would do something else there.
function checkLink(uri: string, { pattern }: JsonSchemaObject): void {
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(uri)?.[0].toLowerCase() ?? 'none';
  if (scheme === 'https:' || scheme === 'http:' || (typeof pattern === 'string' && pattern.includes(scheme)))
    return;
  throw new BTCPError('INVALID_OUTPUT', {
    message: `The tool returned a link of the scheme \`${scheme.slice(0, 40)}\`, which its output schema does not name.`,
    suggestion:
      "Report it to the tool's provider: links are of http or https; another scheme needs a `pattern` that names it, such as `^notes:`.",
  });
}

/** What stands for media where a format cannot carry them. */
export const noteOf = ({ type, data }: ContentPart): string =>
  `[${type} of ${Math.floor((data.replace(/=+$/, '').length * 3) / 4)} bytes, which this format cannot carry]`;

/** An output with a note in place of each picture, sound or file, for formats that cannot carry them. */
export const noteMedia = (output: unknown, schema: JsonSchemaObject | undefined): unknown =>
  splitOutput(output, schema, { kinds: ['media'] })?.noted ?? output;

/** The text of a part that is one, such as CSV or JSON. */
export function textOf({ kind, type, data }: ContentPart): string | undefined {
  if (kind !== 'media' || !isTextType(plainType(type))) return undefined;
  return new TextDecoder().decode(toBytes(data));
}
