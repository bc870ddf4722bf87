import { sha256 } from '../system/sha256.ts';

const HEADER =
  /^\/\/ Imported from (.*); `btcp import` updates this file until you edit it \(([\da-f]{16})\)\.\n/;

/** Returns the text of a file that `btcp import` updates: below a line that says what it was made of, and its hash. */
export function markImported(source: string, text: string): string {
  return `// Imported from ${source}; \`btcp import\` updates this file until you edit it (${hashOf(text)}).\n${text}`;
}

/** What a file was imported from, and whether it was edited since; `undefined` for any other file. */
export function readImported(
  file: string | undefined,
): { readonly source: string; readonly isEdited: boolean } | undefined {
  const text = file?.replaceAll('\r\n', '\n') ?? '';
  const [header, source = '', hash] = HEADER.exec(text) ?? [];
  return header === undefined ? undefined : { source, isEdited: hash !== hashOf(text.slice(header.length)) };
}

// Formatters change white space.
const hashOf = (text: string): string => sha256(text.replace(/\s+/g, ''), 'hex').slice(0, 16);
