import { getOwn, isObject, omitKeys, setOwn, type MutableObject } from '@btcp/schema';
import type { Documents, Located } from './documents.ts';
import { LeftOut } from './left-out.ts';

/** Keywords whose values are no schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);
/** Keywords whose members are schemas, by names that could be those of keywords. */
const MAPS: ReadonlySet<string> = new Set(
  'properties patternProperties $defs definitions dependentSchemas'.split(' '),
);

/** A schema, and the files that it refers to. */
export interface BundledSchema {
  readonly schema: unknown;
  readonly files: readonly string[];
}

/**
 * Makes one schema of a file and those that it refers to, which become definitions as a whole.
 *
 * @throws LeftOut
 */
export function bundleSchema(entry: Located, documents: Documents): BundledSchema {
  const draft = isObject(entry.value) ? getOwn(entry.value, '$schema') : undefined;
  // 2019-09 renamed it, and drafts before ignore the new name.
  const keyword = typeof draft === 'string' && /draft-0[4-7]/.test(draft) ? 'definitions' : '$defs';
  const given = isObject(entry.value) ? getOwn(entry.value, keyword) : undefined;
  const definitions: MutableObject = {};
  const names = new Map<string, string>();

  const nameOf = (target: Located): string => {
    const known = names.get(target.file);
    if (known !== undefined) return known;
    const base = (target.file.split(/[/\\]/).at(-1) ?? '')
      .replace(/(?:\.schema)?\.\w+$/, '')
      .replace(/\W+/g, '_');
    let name = base;
    const isTaken = (): boolean =>
      Object.hasOwn(definitions, name) || Object.hasOwn(Object(given) as object, name);
    for (let count = 2; isTaken(); count++) name = `${base}_${count}`;
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

  const rewrite = (part: unknown, from: string, isMap = false): unknown => {
    if (Array.isArray(part)) return part.map((each) => rewrite(each, from));
    if (!isObject(part)) return part;
    const rewritten: MutableObject = {};
    for (const [key, value] of Object.entries(part))
      if (isMap) setOwn(rewritten, key, rewrite(value, from));
      else if (key === '$ref' && typeof value === 'string') rewritten['$ref'] = refer(value, from);
      else setOwn(rewritten, key, DATA.has(key) ? value : rewrite(value, from, MAPS.has(key)));
    return rewritten;
  };

  const schema = rewrite(entry.value, entry.file);
  if (names.size === 0 || !isObject(schema)) return { schema, files: [] };
  return {
    schema: { ...schema, [keyword]: { ...(isObject(schema[keyword]) && schema[keyword]), ...definitions } },
    files: [...names.keys()],
  };
}
