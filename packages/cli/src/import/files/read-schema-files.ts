import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  freeName,
  getOwn,
  isObject,
  mapSubschemas,
  type MutableObject,
  omitKeys,
  setOwn,
} from '@btcp/schema/internal';
import { fileError, InputError } from '../../errors.ts';
import { Documents, LeftOut, type Located, parseText } from './documents.ts';

/** Schemas of tools, and where they come from. */
interface SchemaFiles {
  readonly schemas: readonly unknown[];
  /** Paths of their files. */
  readonly files: readonly string[];
  /** Paths of files that others refer to, and that are no tools. */
  readonly parts: readonly string[];
}

/** Whether a path is that of a folder. */
export function isFolder(path: string, cwd: string): boolean {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * A schema with what it refers to in files of its folder.
 *
 * @throws InputError
 */
export function withOtherFiles(document: unknown, path: string, cwd: string): unknown {
  const file = realpathSync(resolve(cwd, path));
  const documents = new Documents(dirname(file));
  return orInputError(path, () => bundleSchema(documents.add(file, document), documents).schema);
}

/**
 * Reads the schemas of a folder and of those in it. A file that another one refers to is a part of that, and no tool.
 *
 * @throws InputError
 */
export function readSchemaFiles(folder: string, cwd: string): SchemaFiles {
  try {
    const root = realpathSync(resolve(cwd, folder));
    const documents = new Documents(root);
    const read = listFiles(root).map((file) => {
      const shown = join(folder, relative(root, file));
      return {
        shown,
        located: orInputError(shown, () => documents.add(file, parseText(readFileSync(file, 'utf8'), 'it'))),
      };
    });
    const bundled = read.map(({ shown, located }) => ({
      shown,
      located,
      ...orInputError<BundledSchema>(shown, () => bundleSchema(located, documents)),
    }));
    const parts = new Set(bundled.flatMap(({ files }) => files));
    const tools = bundled.filter(({ located }) => !parts.has(located.file));
    if (tools.length === 0)
      throw new InputError(
        read.length === 0
          ? `${folder} has no .json or .yaml file.`
          : `All files of ${folder} refer to each other.`,
        'Name the file of one tool.',
      );
    return {
      schemas: tools.map(({ schema, located }) => named(schema, located)),
      files: tools.map(({ shown }) => shown),
      parts: bundled.filter((each) => !tools.includes(each)).map(({ shown }) => shown),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw fileError(`${folder} cannot be read`, error);
  }
}

function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((each) => each.isFile() && /\.(?:json|ya?ml)$/.test(each.name));
  return files.map((each) => join(each.parentPath, each.name)).sort();
}

/** A schema without a name of its own is named by its file. */
function named(schema: unknown, { file }: Located): unknown {
  if (
    !isObject(schema) ||
    [getOwn(schema, 'title'), getOwn(schema, '$id')].some((each) => typeof each === 'string')
  )
    return schema;
  return { title: stemOf(file), ...schema };
}

/** `schemas/order.schema.json` → `order`. */
const stemOf = (file: string): string => basename(file).replace(/(?:\.schema)?\.\w+$/, '');

/** @throws InputError in place of what ends the import of one tool. */
export function orInputError<T>(shown: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LeftOut)
      throw new InputError(`${shown} cannot be imported: ${error.message}`, error.help);
    throw error;
  }
}

/** A schema, and the files that it refers to. */
interface BundledSchema {
  readonly schema: unknown;
  readonly files: readonly string[];
}

/**
 * Makes one schema of a file and those that it refers to, which become definitions as a whole.
 *
 * @throws LeftOut
 */
function bundleSchema(entry: Located, documents: Documents): BundledSchema {
  const draft = isObject(entry.value) ? getOwn(entry.value, '$schema') : undefined;
  // 2019-09 renamed it, and drafts before ignore the new name.
  const keyword = typeof draft === 'string' && /draft-0[4-7]/.test(draft) ? 'definitions' : '$defs';
  const given = isObject(entry.value) ? getOwn(entry.value, keyword) : undefined;
  const definitions: MutableObject = {};
  const names = new Map<string, string>();

  const nameOf = (target: Located): string => {
    const known = names.get(target.file);
    if (known !== undefined) return known;
    const base = stemOf(target.file).replace(/\W+/g, '_');
    const isTaken = (each: string): boolean =>
      Object.hasOwn(definitions, each) || Object.hasOwn(Object(given) as object, each);
    const name = freeName(base, isTaken, '_');
    names.set(target.file, name);
    definitions[name] = true;
    const own = isObject(target.value) ? getOwn(target.value, '$schema') : undefined;
    if (own !== undefined && own !== draft)
      throw new LeftOut(
        `${target.file} is written in another draft of JSON Schema than ${entry.file}.`,
        'Write the same `$schema` in both.',
      );
    const inner = isObject(target.value) ? omitKeys(target.value, ['$schema', '$id', 'id']) : target.value;
    definitions[name] = rewrite(inner, target.file);
    return name;
  };

  const refer = (ref: string, from: string): string => {
    const [path = '', fragment = ''] = ref.split('#', 2);
    const target = path === '' ? undefined : documents.resolve(path, from);
    const file = target?.file ?? from;
    if (file === entry.file) return path === '' ? ref : `#${fragment}`;
    if (fragment !== '' && !fragment.startsWith('/'))
      throw new LeftOut(
        `\`$ref: ${ref}\` names an anchor in another file.`,
        'Refer to it by a JSON pointer.',
      );
    // Without a path, it stands in a file that has its name already.
    const name = target === undefined ? (names.get(from) ?? '') : nameOf(target);
    return `#/${keyword}/${name}${fragment}`;
  };

  const rewrite = (part: unknown, from: string): unknown => {
    if (!isObject(part)) return part;
    const rewritten: MutableObject = {};
    const below = (schema: unknown): unknown => rewrite(schema, from);
    for (const [key, value] of Object.entries(part))
      if (key === '$ref' && typeof value === 'string') rewritten['$ref'] = refer(value, from);
      else setOwn(rewritten, key, mapSubschemas(key, value, below));
    return rewritten;
  };

  const schema = rewrite(entry.value, entry.file);
  if (names.size === 0 || !isObject(schema)) return { schema, files: [] };
  return {
    schema: { ...schema, [keyword]: { ...(isObject(schema[keyword]) && schema[keyword]), ...definitions } },
    files: [...names.keys()],
  };
}
