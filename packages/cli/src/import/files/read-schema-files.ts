import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { getOwn, isObject } from '@btcp/schema';
import { fileError, InputError } from '../../errors.ts';
import { bundleSchema, type BundledSchema } from './bundle-schema.ts';
import { Documents, type Located } from './documents.ts';
import { LeftOut } from './left-out.ts';
import { parseText } from './parse-text.ts';

/** Schemas of tools, and where they come from. */
export interface SchemaFiles {
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
  return { title: (file.split(/[/\\]/).at(-1) ?? '').replace(/(?:\.schema)?\.\w+$/, ''), ...schema };
}

function orInputError<T>(shown: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LeftOut)
      throw new InputError(`${shown} cannot be imported: ${error.message}`, error.help);
    throw error;
  }
}
