import type { ToolFacts } from '../facts/tool-facts.ts';

type ToolSuccessor = Pick<ToolFacts, 'deprecated' | 'successor' | 'deprecationMessage'>;

const SUCCESSOR =
  /\b(?:use|using|to|call|try|by|with|prefer|see|favou?r of|switch to|migrate to|replaced by|superseded by)\s+(?:the\s+)?(?:tool\s+)?([`"'“‘]?)([A-Za-z][A-Za-z0-9_]*)\1/gi;

/**
 * The tools that a deprecation message recommends. Only what is written like a tool's name counts: in quotes, in
 * camelCase, or with an underscore; `JavaScript` and `GraphQL` do not.
 */
function namedSuccessors(message: string): readonly string[] {
  return [...message.slice(0, 1000).matchAll(SUCCESSOR)]
    .filter(([, quote = '', name = '']) => quote !== '' || /^[a-z]\w*[A-Z]|_/.test(name))
    .map(([, , name = '']) => name);
}

/** The tools that a deprecated tool sends its callers to: by its field, or else by its message. */
export function successorsOf({
  deprecated,
  successor,
  deprecationMessage = '',
}: ToolSuccessor): readonly string[] {
  if (!deprecated) return [];
  return successor === undefined ? namedSuccessors(deprecationMessage) : [successor];
}

/** The field that names the successor of a deprecated tool. */
export const adviceField = ({ successor }: ToolSuccessor): string =>
  successor === undefined ? 'deprecationMessage' : 'successor';
