import { format, type Options } from 'prettier';
import { formatFailed, formatOptionsFor } from '../write/format-options.ts';
import type { ts } from '../source/ts.ts';

/**
 * Lays out a property of an object literal as the project's prettier would at its place.
 *
 * @param text - The property, without a comma behind it.
 * @param indent - What stands before it on its line.
 */
export async function formatProperty(file: ts.SourceFile, text: string, indent: string): Promise<string> {
  const options = await optionsFor(file);
  const unit = options.useTabs === true ? '\t' : ' '.repeat(options.tabWidth ?? 2);
  const deeper = indent.replaceAll('\t', unit).length - unit.length;
  const printWidth = Math.max(20, (options.printWidth ?? 80) - Math.max(0, deeper));
  const lines = await formatLines(`const it = {\n${text},\n};\n`, { ...options, printWidth });
  const inner = lines.slice(
    1,
    lines.findLastIndex((line) => line.startsWith('}')),
  );
  const placed = inner.map((line, index) => {
    const shifted = line.startsWith(unit) ? line.slice(unit.length) : line;
    return index === 0 || shifted === '' ? shifted : indent + shifted;
  });
  return placed.join(file.text.includes('\r\n') ? '\r\n' : '\n').replace(/,$/, '');
}

async function formatLines(text: string, options: Options): Promise<readonly string[]> {
  try {
    return (await format(text, { ...options, parser: 'typescript', endOfLine: 'lf' })).split('\n');
  } catch (error) {
    throw formatFailed(error);
  }
}

// A project without a configuration of prettier has its quotes all the same.
async function optionsFor(file: ts.SourceFile): Promise<Options> {
  const options = await formatOptionsFor(file.fileName);
  return { singleQuote: usesSingleQuotes(file), ...options };
}

// Whether most texts of a file stand in single quotes.
function usesSingleQuotes({ text }: ts.SourceFile): boolean {
  return (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0);
}
