import { ts } from '../source/ts.ts';

/** What a property's JSDoc says of it, as schema keywords. */
export interface DocKeywords {
  readonly description?: string;
  readonly deprecated?: true;
}

/** The JSDoc of a property: its text before the first tag, and whether it is deprecated. */
export function docKeywords(checker: ts.TypeChecker, property: ts.Symbol): DocKeywords {
  const description = plainText(property.getDocumentationComment(checker));
  const deprecated = property.getJsDocTags(checker).some((tag) => tag.name === 'deprecated');
  return { ...(description && { description }), ...(deprecated && { deprecated }) };
}

// Line breaks inside a paragraph come from the width of the comment and mean nothing.
function plainText(parts: readonly ts.SymbolDisplayPart[]): string {
  const text = ts
    .displayPartsToString([...parts])
    .replace(INLINE_LINK, (_, target: string, label: string) => label || target);
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}

const INLINE_LINK = /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*?)\s*\}/g;
