import { format, type Options } from 'prettier';
import { formatFailed, formatOptionsFor } from '../write/format-options.ts';
import { ts } from '../source/ts.ts';

// These apply to whole files, except `objectWrap`, which keeps the enclosing braces on their own lines.
const FIXED_OPTIONS = {
  parser: 'typescript',
  endOfLine: 'lf',
  objectWrap: 'preserve',
  insertPragma: false,
  requirePragma: false,
} as const;

/**
 * Formats a property of an object literal as the project's prettier would in its file.
 *
 * @param text - The property, without a trailing comma.
 * @param indent - The indentation of its line.
 */
export async function formatProperty(file: ts.SourceFile, text: string, indent: string): Promise<string> {
  const options = await optionsFor(file, indent);
  const width = options.tabWidth ?? 2;
  const unit = options.useTabs === true ? '\t' : ' '.repeat(width);
  const deeper = indent.replaceAll('\t', ' '.repeat(width)).length - width;
  const printWidth = Math.max(20, (options.printWidth ?? 80) - Math.max(0, deeper));
  const lines = (await formatAlone(text, { ...options, printWidth })).split('\n');
  const placed = lines.map((line, index) => {
    const shifted = line.startsWith(unit) ? line.slice(unit.length) : line;
    return index === 0 || shifted === '' ? shifted : indent + shifted;
  });
  return placed.join(file.text.includes('\r\n') ? '\r\n' : '\n');
}

async function formatAlone(text: string, options: Options): Promise<string> {
  try {
    return propertyIn(await format(`const it = {\n${text},\n};\n`, { ...options, ...FIXED_OPTIONS })) ?? text;
  } catch (error) {
    throw formatFailed(error);
  }
}

/** Finds the first property of the first object literal in source code. */
function propertyIn(text: string): string | undefined {
  const find = (node: ts.Node): ts.ObjectLiteralElementLike | undefined =>
    ts.isObjectLiteralExpression(node) ? node.properties[0] : ts.forEachChild(node, find);
  return find(ts.createSourceFile('it.ts', text, ts.ScriptTarget.ESNext, true))?.getText();
}

// Without a prettier configuration, the file still shows which quotes and tabs the project uses.
async function optionsFor(file: ts.SourceFile, indent: string): Promise<Options> {
  const options = await formatOptionsFor(file.fileName);
  return { singleQuote: usesSingleQuotes(file), useTabs: indent.includes('\t'), ...options };
}

// Whether a file has at least as many single quotes as double quotes.
function usesSingleQuotes({ text }: ts.SourceFile): boolean {
  return (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0);
}
