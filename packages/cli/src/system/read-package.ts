import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@btcp/schema/internal';
import { tryJson } from '@btcp/core/internal';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { InputError } from '../errors.ts';

/** A package.json; its values are not validated. */
export type PackageFields = Readonly<Record<string, unknown>>;

/** A package.json; empty where there is none, or it is no JSON object. */
export function parsePackage(text = '{}'): PackageFields {
  const fields = tryJson(text);
  return isObject(fields) ? fields : {};
}

/** The package.json of a folder. Of a project's, the config's loader has reported one that is not JSON. */
export async function readPackage(root: string): Promise<PackageFields> {
  return parsePackage(await readFile(join(root, 'package.json'), 'utf8').catch(() => undefined));
}

/** A field of a package.json, where it is a string. */
export function textField(fields: PackageFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where packages usually have their manifest. */
const USUAL = ['generated/manifest.json', 'manifest.json', 'dist/manifest.json', '.well-known/btcp.json'];

/** Where to look for the manifest of a package, in order: where its key `btcp` says, or else the usual paths. */
export function manifestPaths(fields: PackageFields): readonly string[] {
  const { btcp } = fields;
  const named = textField(isObject(btcp) ? { btcp: btcp['manifest'] } : fields, 'btcp');
  return named === undefined ? USUAL : [named.replace(/^\.\//, '')];
}

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

/**
 * Sets one value in a JSON text, whose other lines and comments stay as they are.
 *
 * @throws InputError if what is to hold it is no object.
 */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  try {
    return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  } catch {
    const [holder] = path;
    throw new InputError(
      `\`${holder}\` is not an object, so ${JSON.stringify(path.at(-1))} cannot be set in it.`,
      'Correct it, then run the command again.',
    );
  }
}

/** Whether a range of package.json asks for less than a version; none, or one without these numbers, does not. */
export function isOlder(range: string | undefined, major: number, minor = 0): boolean {
  const [, first, second = minor] = /(\d+)(?:\.(\d+))?/.exec(range ?? '') ?? [];
  return (
    first !== undefined && (Number(first) < major || (Number(first) === major && Number(second) < minor))
  );
}
