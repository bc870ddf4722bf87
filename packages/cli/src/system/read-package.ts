import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@btcp/schema';
import { tryJson } from '../io.ts';

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
