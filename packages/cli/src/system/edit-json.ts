import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { isObject } from '@btcp/schema';
import { InputError } from '../errors.ts';

/**
 * Parses JSON that may have comments and trailing commas, as tsconfig.json does.
 *
 * @param name - The file, for the message.
 * @throws InputError if it is invalid, or no object.
 */
export function parseJson(text: string, name: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(value)) return value;
  throw new InputError(`${name} is not a JSON object.`, 'Correct it, then run the command again.');
}

/** Sets one value in a JSON text, whose other lines and comments stay as they are. */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
