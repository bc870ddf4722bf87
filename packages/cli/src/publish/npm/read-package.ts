import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@btcp/schema';

/** A package.json; its values are not validated. */
export type PackageFields = Readonly<Record<string, unknown>>;

/** A project's package.json; empty where there is none. The config's loader has reported one that is not JSON. */
export async function readPackage(root: string): Promise<PackageFields> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  const fields: unknown = JSON.parse(text);
  return isObject(fields) ? fields : {};
}

/** A field of a package.json, where it is a string. */
export function textField(fields: PackageFields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
