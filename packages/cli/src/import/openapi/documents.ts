import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { decodeFragment, getAtPointer, getOwn, isObject } from '@btcp/schema/internal';
import { parse } from 'yaml';
import { InputError } from '../../errors.ts';

/** Part of a document cannot be imported: why, and what to do. Ends the import of one tool. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

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

/** Parses the JSON or YAML of a file; throws `LeftOut`, with its name. */
export function parseText(text: string, name: string): unknown {
  // Some editors write a byte order mark.
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(plain) as unknown;
  } catch (error) {
    // YAML contains JSON, but its messages are of no help there, and it takes many times as long.
    if (/^\s*[{[]/.test(plain)) throw unreadable(name, 'JSON', error);
  }
  try {
    return parse(plain, { merge: true, logLevel: 'error' }) as unknown; // its warnings quote the text as it is
  } catch (error) {
    throw unreadable(name, 'YAML', error);
  }
}

function unreadable(name: string, language: string, error: unknown): LeftOut {
  const [message = ''] = (error as Error).message.split('\n');
  return new LeftOut(
    `${name} is not ${language}: ${message.replace(/:$/, '')}.`,
    `Correct it, or export it anew as JSON.`,
  );
}

/** A value, and where it is. */
export interface Located {
  readonly value: unknown;
  /** The path or address of its document. */
  readonly file: string;
  /** A JSON pointer into the document. */
  readonly pointer: string;
}

/** A chain of references that is longer leads back to itself. */
const MAX_CHAIN = 50;

/** Documents that refer to each other: the first one, and files of its folder. Nothing is ever fetched. */
export class Documents {
  readonly #read = new Map<string, unknown>();
  readonly #folder: string | undefined;

  /** @param folder - Absolute; only files inside can be referred to. Default: none. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Adds a document that was read already. */
  add(file: string, document: unknown): Located {
    this.#read.set(file, document);
    return { value: document, file, pointer: '' };
  }

  /**
   * What a reference leads to.
   *
   * @param from - The document that it stands in.
   * @throws LeftOut
   */
  resolve(ref: string, from: string): Located {
    const [path = '', fragment = ''] = ref.split('#', 2);
    const file = path === '' ? from : this.#fileOf(path, ref, from);
    if (!this.#read.has(file)) this.#read.set(file, this.#readFile(file, ref));
    const pointer = decodeFragment(fragment);
    const value = getAtPointer(this.#read.get(file), pointer);
    if (value !== undefined) return { value, file, pointer };
    throw new LeftOut(`\`$ref: ${ref}\` leads nowhere.`, 'Correct it; it is a JSON pointer such as "#/a/b".');
  }

  /** Follows references until there is something else. */
  follow(located: Located): Located {
    let { value } = located;
    let at = located;
    for (let count = 0; count < MAX_CHAIN; count++) {
      const ref = isObject(value) ? getOwn(value, '$ref') : undefined;
      if (typeof ref !== 'string') return at;
      at = this.resolve(ref, at.file);
      ({ value } = at);
    }
    throw new LeftOut(`The references at ${at.pointer} lead back to themselves.`, 'Correct one of them.');
  }

  #fileOf(path: string, ref: string, from: string): string {
    if (/^[a-z][a-z\d+.-]+:|^\/\//i.test(path))
      throw new LeftOut(
        `\`$ref: ${ref}\` is an address, and nothing is fetched.`,
        'Put that document beside this one, and refer to it by its relative path.',
      );
    if (this.#folder === undefined)
      throw new LeftOut(
        `\`$ref: ${ref}\` leads out of the document.`,
        'Save the documents in a folder, and import the file from there.',
      );
    return resolve(dirname(from), decodeFragment(path));
  }

  #readFile(file: string, ref: string): unknown {
    const folder = realpathSync(this.#folder ?? '');
    const real = realFileAt(file);
    if (real === undefined)
      throw new LeftOut(
        `\`$ref: ${ref}\` names a file that is not there.`,
        'Correct the path, or add the file.',
      );
    const inside = relative(folder, real);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new LeftOut(
        `\`$ref: ${ref}\` leads out of the folder ${this.#folder}.`,
        'Import from the folder that holds all of the files.',
      );
    return parseText(readFileSync(real, 'utf8'), inside);
  }
}

/** Where a file really is; `undefined` where there is none, but a folder, for example. */
function realFileAt(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}
