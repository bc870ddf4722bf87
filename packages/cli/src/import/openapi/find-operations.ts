import { getOwn, isObject } from '@btcp/schema/internal';
import { type Documents, LeftOut, type Located } from './documents.ts';
import type { Note, Operation } from './operation.ts';
import { freeFileName } from '../write-tools.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** Methods whose result is not for an agent. */
const UNUSED: ReadonlySet<string> = new Set(['options', 'trace', 'head']);
const VALID = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const MAX_LENGTH = 64;

/**
 * All operations of a document, with their names: these never depend on which operations are wanted, so that a later
 * import of others finds the same.
 *
 * @param note - Gets what is no tool.
 */
export function findOperations(
  document: Located,
  documents: Documents,
  note: (name: string, sentence: string) => void,
): readonly Operation[] {
  const paths = isObject(document.value) ? getOwn(document.value, 'paths') : undefined;
  const taken = new Set<string>();
  const files = new Set(['http']);
  const found: Operation[] = [];
  for (const [path, value] of Object.entries(isObject(paths) ? paths : {})) {
    if (!path.startsWith('/')) {
      if (!path.startsWith('x-')) note(path, 'left out, because no path begins without a slash');
      continue;
    }
    const item = followed({ ...document, value }, documents, (sentence) => note(path, sentence));
    for (const method of METHODS) {
      const given = isObject(item.value) ? getOwn(item.value, method) : undefined;
      if (!isObject(given)) continue;
      // OpenAPI knows no reference here, but documents of many files have them.
      const located = followed({ ...item, value: given }, documents, (sentence) =>
        note(`${method.toUpperCase()} ${path}`, sentence),
      );
      const operation = located.value;
      if (!isObject(operation)) continue;
      if (UNUSED.has(method)) {
        note(`${method.toUpperCase()} ${path}`, 'left out, because its result is not for an agent');
        continue;
      }
      const { operationId, tags } = operation;
      const id = typeof operationId === 'string' && operationId.trim() !== '' ? operationId : undefined;
      const wanted = nameOf(id, method, path);
      const name = freeToolName(wanted, taken);
      found.push({
        method: method.toUpperCase(),
        path,
        id,
        name,
        fileName: freeFileName(name, files),
        tags: Array.isArray(tags) ? tags.map(String) : [],
        located,
        item,
      });
    }
  }
  return found;
}

function followed(located: Located, documents: Documents, note: Note): Located {
  try {
    return documents.follow(located);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    note(`left out: ${error.message}`);
    return { ...located, value: undefined };
  }
}

/** Why a tool has another name than its operation. */
export function renamedBecause({ id, name }: Operation): string | undefined {
  if (id === undefined || id === name) return undefined;
  return isName(id)
    ? 'named so because another operation has the same operationId'
    : 'named so because BTCP allows only letters, digits and _ in names, and 64 characters';
}

const isName = (id: string): boolean => VALID.test(id) && id.length <= MAX_LENGTH;

function nameOf(id: string | undefined, method: string, path: string): string {
  if (id !== undefined && isName(id)) return id;
  const words = id ?? `${method} ${path.replace(/\{([^}]*)\}/g, ' by $1 ')}`;
  const [first = '', ...others] = words
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean);
  const name = [first.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, lower), ...others.map(capitalised)].join('');
  return (/^[a-zA-Z]/.test(name) ? name : `${method}${capitalised(name)}`).slice(0, MAX_LENGTH);
}

const lower = (text: string): string => text.toLowerCase();
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function freeToolName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name.slice(0, MAX_LENGTH - 4)}${count}`;
  taken.add(free);
  return free;
}

/** What the user asks for. */
export interface Selection {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
}

/** Chooses operations, and says how many each option left out. */
export function selectOperations(
  operations: readonly Operation[],
  { include, exclude, tag }: Selection,
  note: Note,
): readonly Operation[] {
  const steps: readonly (readonly [string, ((operation: Operation) => boolean) | undefined])[] = [
    ['--tag', tag && ((each) => each.tags.some((name) => tag.includes(name)))],
    ['--include', include && ((each) => include.some((pattern) => matches(each, pattern)))],
    ['--exclude', exclude && ((each) => !exclude.some((pattern) => matches(each, pattern)))],
  ];
  let left = operations;
  for (const [option, isWanted] of steps) {
    if (isWanted === undefined) continue;
    const wanted = left.filter(isWanted);
    if (wanted.length < left.length)
      note(`${left.length - wanted.length} of ${operations.length} operations are left out by ${option}.`);
    left = wanted;
  }
  return left;
}

/** Whether a pattern, in which `*` stands for anything, is a tool's name, an `operationId`, a path, or `GET /path`. */
function matches({ name, id, method, path }: Operation, pattern: string): boolean {
  const parts = pattern.split('*').map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`, 'su');
  return [name, id, path, `${method} ${path}`].some((text) => text !== undefined && whole.test(text));
}
