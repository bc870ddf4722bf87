import { getOwn, isObject, setOwn, type MutableObject } from './own-property.ts';
import { joinPointer, type Report } from './pointer.ts';
import { reportTypeBoxKind } from './typebox-kinds.ts';

/** Levels of objects and arrays that a schema may nest; JSON tools give up not far above. */
const MAX_DEPTH = 512;
/** Maximum values in a schema; an object that is used twice counts twice. */
const MAX_VALUES = 200_000;

const NOTHING = Symbol('nothing that JSON could hold');

/**
 * Copies a value as the JSON that it would be written as: no symbols, no `undefined`, nothing shared. What JSON can't
 * hold is reported and left out. No getter and no `toJSON` is called.
 *
 * @returns `undefined` where the value itself is not JSON, or too large.
 */
export function copyJson(value: unknown, report: Report, maxValues: number = MAX_VALUES): unknown {
  const copier = new JsonCopier(report, maxValues);
  const copy = copier.copy(value, '');
  return copy === NOTHING || copier.isCut ? undefined : copy;
}

class JsonCopier {
  readonly #report: Report;
  readonly #maxValues: number;
  readonly #above = new Set<object>();
  #values = 0;

  constructor(report: Report, maxValues: number) {
    this.#report = report;
    this.#maxValues = maxValues;
  }

  get isCut(): boolean {
    return this.#values > this.#maxValues;
  }

  copy(value: unknown, path: string): unknown {
    if (this.isCut) return NOTHING;
    if (++this.#values > this.#maxValues) {
      const help = 'Share schemas by `$ref` instead of by repeating them.';
      return this.#refuse(path, `Everything together holds more than ${this.#maxValues} values.`, help);
    }
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return this.#copyNumber(value, path);
      case 'object':
        return value === null ? null : this.#copyContainer(value, path);
      default:
        return this.#refuse(path, `${nameOf(value)} cannot be represented in JSON.`, helpFor(value));
    }
  }

  #copyNumber(value: number, path: string): unknown {
    // JSON has no negative zero: it would come back as zero.
    if (Number.isFinite(value)) return value === 0 ? 0 : value;
    return this.#refuse(path, `${value} cannot be represented in JSON.`, 'Write a finite number.');
  }

  #copyContainer(value: object, path: string): unknown {
    if (this.#above.has(value)) {
      const help = 'Write the recursion with Type.Recursive, or as a `$ref`.';
      return this.#refuse(path, 'The object contains itself, which JSON cannot hold.', help);
    }
    if (this.#above.size >= MAX_DEPTH) {
      const help = 'Nest less, or move inner schemas to `$defs`.';
      return this.#refuse(path, `This nests more than ${MAX_DEPTH} levels deep.`, help);
    }
    this.#above.add(value);
    try {
      return Array.isArray(value) ? this.#copyArray(value, path) : this.#copyObject(value, path);
    } catch (error) {
      // Only a proxy can throw here.
      return this.#refuse(path, `The object cannot be read: ${String(error)}.`, 'Use a plain object.');
    } finally {
      this.#above.delete(value);
    }
  }

  #copyArray(list: readonly unknown[], path: string): unknown[] {
    const copies: unknown[] = [];
    for (let index = 0; index < list.length && !this.isCut; index++) {
      const copy = this.#copyMember(Object.getOwnPropertyDescriptor(list, index), joinPointer(path, index));
      // Keeps the position of what follows; `true` is valid both as a schema and as data.
      copies.push(copy === NOTHING ? true : copy);
    }
    return copies;
  }

  #copyObject(object: object, path: string): unknown {
    const isForeign = isPlain(object)
      ? isStandardSchema(Object.getOwnPropertyDescriptor(object, STANDARD)?.value)
      : STANDARD in object;
    if (isForeign)
      return this.#refuse(
        path,
        'This schema stands in an object that is no schema of its library.',
        WITH_SAME,
      );
    if (!isPlain(object)) {
      return this.#refuse(path, `${nameOf(object)} cannot be represented in JSON.`, helpFor(object));
    }
    const copy: MutableObject = {};
    for (const key of Object.keys(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key);
      // A property that is `undefined` is left out of JSON, and so it is here.
      if (descriptor === undefined || ('value' in descriptor && descriptor.value === undefined)) continue;
      const member = this.#copyMember(descriptor, joinPointer(path, key));
      if (member !== NOTHING) setOwn(copy, key, member);
    }
    reportTypeBoxKind(object, copy, path, this.#report);
    return copy;
  }

  #copyMember(descriptor: PropertyDescriptor | undefined, path: string): unknown {
    // A hole in an array has no descriptor and reads as `undefined`.
    if (descriptor === undefined || 'value' in descriptor) return this.copy(descriptor?.value, path);
    const help = 'Replace the getter by a plain property with its value.';
    return this.#refuse(path, 'A getter cannot be represented in JSON.', help);
  }

  #refuse(path: string, message: string, help: string): typeof NOTHING {
    this.#report(path, message, help);
    return NOTHING;
  }
}

// Another realm has another Object.prototype, so accept any prototype that has none itself.
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameOf(value: unknown): string {
  if (value === undefined) return '`undefined`';
  if (typeof value !== 'object' || value === null) return `A ${typeof value}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  const constructor: unknown = isObject(prototype) ? getOwn(prototype, 'constructor') : undefined;
  return typeof constructor === 'function' && constructor.name !== ''
    ? `A ${constructor.name}`
    : 'An instance of a class';
}

const HELP: Readonly<Record<string, string>> = {
  'A Date': 'Write the date as a string, for example "2024-01-31T12:00:00Z".',
  'A bigint': 'Write a number, or a string of digits.',
  'A RegExp': 'Write the source of the expression as a string.',
  'A Map': 'Write a plain object.',
  'A Set': 'Write an array.',
  'A Promise': 'Write what it resolves to, with `await`.',
  'A function': 'Write what it returns, or the schema of what is meant, for example `Type.String()`.',
  '`undefined`': 'Write `null`, or leave the element out.',
};

// The property that objects of Zod, Valibot, ArkType and the like share.
const STANDARD = '~standard';
const isStandardSchema = (member: unknown): boolean =>
  isObject(member) && typeof getOwn(member, 'validate') === 'function';
const WITH_SAME = 'Write that object with the same library, too: with Zod, `z.object({ … })`.';

function helpFor(value: unknown): string {
  const name = nameOf(value);
  return (
    (Object.hasOwn(HELP, name) ? HELP[name] : undefined) ??
    'Write a JSON value: null, true, a number, a string, an array or a plain object.'
  );
}
