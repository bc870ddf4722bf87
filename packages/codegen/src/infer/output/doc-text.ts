import { unwrapped } from '../../source/comment-text.ts';
import { isClass } from '../../source/types/syntax.ts';
import { type ast, type Checker, is, type Symbol } from '../../source/types/typescript.ts';

/** The schema keywords of a property's JSDoc. */
export interface DocKeywords {
  readonly description?: string;
  readonly deprecated?: true;
}

/**
 * Reads the JSDoc of a property: the description before the first tag, and whether it is deprecated.
 *
 * @param node - Its declaration in the author's source; undefined if it is declared elsewhere.
 */
export function docKeywords(checker: Checker, property: Symbol, node: ast.Node | undefined): DocKeywords {
  const { text, isDeprecated } = writtenDoc(node) ?? inheritedDoc(checker, property, node);
  const description = unwrapped(
    text.replace(INLINE_LINK, (_, target: string, label: string) => label || target),
  );
  return { ...(description && { description }), ...(isDeprecated && { deprecated: true }) };
}

interface Doc {
  readonly text: string;
  readonly isDeprecated: boolean;
}

const NO_DOC: Doc = { text: '', isDeprecated: false };

function writtenDoc(node: ast.Node | undefined): Doc | undefined {
  const comment = node?.jsDoc?.at(-1)?.getText();
  if (comment === undefined) return undefined;
  const lines = comment.slice('/**'.length, -'*/'.length).replace(/^[^\S\n]*\*?[^\S\n]?/gm, '');
  const [text = ''] = lines.split(FIRST_TAG);
  return { text, isDeprecated: /^\s*@deprecated\b/m.test(lines) };
}

const FIRST_TAG = /^\s*@(?=[a-z])/im;

function inheritedDoc(checker: Checker, property: Symbol, node: ast.Node | undefined): Doc {
  // A class inherits the comments of what it implements.
  if (node && !isClass(node.parent) && !is.isParameterDeclaration(node)) return NO_DOC;
  const tags = checker.getJsDocTagsOfSymbol(property);
  return {
    text: checker.getDocumentationCommentOfSymbol(property),
    isDeprecated: tags.some(({ name }) => name === 'deprecated'),
  };
}

const INLINE_LINK = /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*?)\s*\}/g;
