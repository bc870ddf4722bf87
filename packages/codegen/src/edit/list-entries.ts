import { ts } from '../source/ts.ts';

/** An array element in the source, with its comments. */
interface Entry {
  readonly value: string;
  /** The element itself, quotes included. */
  readonly text: string;
  /** Comments on lines above it. */
  readonly above: readonly string[];
  /** Comments after it on its line. */
  readonly behind: readonly string[];
}

/**
 * Prints an array literal with the wanted elements; those that stay keep their comments.
 *
 * @param list - The old array, whose elements are string literals; undefined if there is none yet.
 * @param quote - Prints a new element.
 */
export function listText(
  list: ts.ArrayLiteralExpression | undefined,
  wanted: readonly string[],
  quote: (value: string) => string,
): string {
  const entries = list ? entriesOf(list) : [];
  const lines = wanted.map((value): string => {
    const { text, above, behind } = entries.find((entry) => entry.value === value) ?? {
      text: quote(value),
      above: [],
      behind: [],
    };
    return [...above, [`${text},`, ...behind].join(' ')].join('\n');
  });
  const rest = list ? looseComments(list) : { first: [], last: [] };
  const hasComments =
    [...rest.first, ...rest.last].length > 0 || lines.some((line) => /\n|\/[/*]/.test(line));
  // Only comments need lines of their own; otherwise prettier breaks the line.
  if (!hasComments) return `[${lines.map((line) => line.replace(/,$/, '')).join(', ')}]`;
  return ['[', ...rest.first, ...lines, ...rest.last, ']'].join('\n');
}

/** Returns the values of an array's elements, if all of them are string literals. */
export function textsIn(list: ts.ArrayLiteralExpression): readonly string[] | undefined {
  const texts = list.elements.map((element) => (ts.isStringLiteralLike(element) ? element.text : undefined));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function entriesOf(list: ts.ArrayLiteralExpression): readonly Entry[] {
  const { text } = list.getSourceFile();
  return list.elements.map((element, index) => {
    const comma = list.elements[index + 1]?.pos ?? endOfComma(list, element);
    const behind = [
      ...(ts.getTrailingCommentRanges(text, element.end) ?? []),
      ...(comma > element.end ? (ts.getTrailingCommentRanges(text, comma) ?? []) : []),
    ];
    return {
      value: ts.isStringLiteralLike(element) ? element.text : '',
      text: element.getText(),
      above: [
        ...beforeComma(list, index - 1),
        ...textsOf(text, ts.getLeadingCommentRanges(text, element.pos)),
      ],
      behind: textsOf(text, behind),
    };
  });
}

// With leading commas, a comment before a comma belongs to the element after it.
function beforeComma(list: ts.ArrayLiteralExpression, index: number): readonly string[] {
  const { text } = list.getSourceFile();
  const element = list.elements[index];
  return element ? textsOf(text, ts.getLeadingCommentRanges(text, element.end)) : [];
}

function endOfComma(list: ts.ArrayLiteralExpression, { end }: ts.Expression): number {
  return list.elements.hasTrailingComma ? list.elements.end : end;
}

// Comments after the opening bracket, and before the closing one.
function looseComments(list: ts.ArrayLiteralExpression): {
  first: readonly string[];
  last: readonly string[];
} {
  const { text } = list.getSourceFile();
  return {
    first: textsOf(text, ts.getTrailingCommentRanges(text, list.elements.pos)),
    last: [
      ...(list.elements.hasTrailingComma ? beforeComma(list, list.elements.length - 1) : []),
      ...textsOf(text, ts.getLeadingCommentRanges(text, list.elements.end)),
    ],
  };
}

function textsOf(text: string, ranges: readonly ts.CommentRange[] | undefined): readonly string[] {
  return (ranges ?? []).map(({ pos, end }) => text.slice(pos, end));
}
