import { deprecationPrefix } from '../profile/describe-tool.ts';
import type { BtcpMeta } from '../profile/mcp-fields/read-mcp-fields.ts';
import type { Reader } from '../profile/import-profile.ts';

const MIN = 10;
const MAX = 1000;

/** A description, without the deprecation that exports prepend to it. */
export interface ReadDescription {
  readonly description: string;
  /** The source's own description, if BTCP's limits changed it. */
  readonly original?: string;
  readonly deprecation: Pick<BtcpMeta, 'deprecated' | 'deprecationMessage' | 'successor' | 'sunset'>;
}

/**
 * Fits a description into BTCP's limits, which count code points.
 *
 * @param name - Added to a description that is too short.
 * @param meta - The source's own metadata, which may contain the deprecation.
 */
export function readDescription(
  source: unknown,
  name: string,
  meta: BtcpMeta,
  { warn }: Reader,
): ReadDescription {
  const given = typeof source === 'string' ? source : '';
  const { text, deprecation } = takeDeprecation(given, meta);
  const characters = Array.from(text);
  if (characters.length > MAX) {
    const detail = `${characters.length} characters were cut to ${MAX}; the field \`mcp\` has them all`;
    warn({ code: 'description-truncated', path: '/description', detail });
    const description = `${characters.slice(0, MAX - 1).join('')}…`;
    return { description, original: given, deprecation };
  }
  const isEmpty = text.trim() === '';
  if (characters.length >= MIN && !isEmpty) return { description: text, deprecation };
  const description = `The tool "${name}"${isEmpty ? '; its source does not describe it.' : `: ${text}`}`;
  const what = typeof source === 'string' ? 'too short to choose a tool by' : 'missing';
  warn({ code: 'description-invalid', path: '/description', detail: `the description is ${what}` });
  return { description, ...(typeof source === 'string' && { original: given }), deprecation };
}

/** The deprecation prefix of a description, for readers without a field for it. */
const PREFIX = /^\[DEPRECATED(?:: ([^\]]*))?\] /;

function takeDeprecation(
  text: string,
  { capabilities, deprecated, deprecationMessage: message, successor, sunset }: BtcpMeta,
): { readonly text: string; readonly deprecation: ReadDescription['deprecation'] } {
  const known = {
    ...(deprecated !== undefined && { deprecated }),
    ...(message !== undefined && { deprecationMessage: message }),
    ...(successor !== undefined && { successor }),
    ...(sunset !== undefined && { sunset }),
  };
  if (deprecated === true) {
    const prefix = deprecationPrefix(message);
    return { text: text.startsWith(prefix) ? text.slice(prefix.length) : text, deprecation: known };
  }
  const found = PREFIX.exec(text);
  // A source with BTCP's capabilities has its deprecation too.
  if (!found || capabilities !== undefined) return { text, deprecation: known };
  const [prefix, said] = found;
  const deprecation = { deprecated: true, ...(said !== undefined && { deprecationMessage: said }) };
  return { text: text.slice(prefix.length), deprecation };
}
