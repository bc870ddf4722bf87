import type { JsonSchema } from '@btcp/core';
import {
  getOwn,
  intersectSchemas,
  isObject,
  type MutableObject,
  omitKeys,
  propertiesOf,
  requiredOf,
  resolveRef,
  setOwn,
  withoutUnusedDefinitions,
} from '@btcp/schema/internal';
import type { Lowering, Step } from '../lowering.ts';
import { isAnnotation, typesOf } from '../schemas.ts';

/** Writes out the reference of a root, of which targets read `type` and `properties`. */
export const inlineRootRef: Step = (schema, lowering) => {
  let current = schema;
  const followed = new Set<unknown>();
  for (let ref = current['$ref']; typeof ref === 'string' && !followed.has(ref); ref = current['$ref']) {
    followed.add(ref);
    const inlined = inlineOnce(current, ref, lowering);
    if (inlined === undefined) return current;
    current = inlined;
  }
  return current;
};

function inlineOnce(schema: MutableObject, ref: string, lowering: Lowering): MutableObject | undefined {
  const target = resolveRef(lowering.root, ref);
  const siblings = omitKeys(schema, ['$ref', '$defs']);
  // Where the siblings say nothing more, a recursive reference can be written out once, too.
  const isSame = Object.keys(siblings).every(
    (keyword) => isAnnotation(keyword) || (keyword === 'type' && typesOf(siblings).join() === 'object'),
  );
  const merged =
    isSame && isObject(target) && typesOf(target).join() === 'object'
      ? { ...target, ...siblings }
      : intersectSchemas([siblings, target ?? {}], lowering.resolve);
  if (!isObject(merged)) return undefined;
  const detail = 'the root is written out; the same values fit';
  lowering.report({ code: 'keyword-rewritten', keyword: '$ref', detail, effect: 'none', isSilent: true });
  const definitions = getOwn(schema, '$defs');
  const inlined = {
    ...omitKeys(merged, ['$defs']),
    ...(definitions !== undefined && { $defs: definitions }),
  };
  return withoutUnusedDefinitions(inlined) as MutableObject; // as it was an object
}

/** Keywords that providers refuse at the root. */
export const NOT_AT_ROOT: readonly string[] = ['oneOf', 'anyOf', 'allOf', 'not', 'enum'];

const UNIONS: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/**
 * Moves keywords that a target refuses at the root into the description. Of a union, the root gets the properties of all
 * branches.
 */
export function describeAtRoot(keywords: readonly string[]): Step {
  return (schema, lowering) => {
    const present = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
    const rest = omitKeys(schema, present);
    return present.reduce((root, keyword) => {
      const value = schema[keyword];
      const isUnion = UNIONS.has(keyword) && Array.isArray(value);
      lowering.report({
        code: isUnion ? 'union-widened' : 'keyword-to-description',
        keyword,
        detail: isUnion
          ? 'no union may stand at the root, so it has the properties of all branches; the BTCP runtime still enforces the union'
          : 'may not stand at the root; still enforced by the BTCP runtime',
        effect: 'widens',
      });
      lowering.describe(keyword, value);
      if (isUnion) reportClosed(keyword, lowering);
      return isUnion ? withBranches(root, value as readonly JsonSchema[], lowering) : root;
    }, rest);
  };
}

// A branch that declares a property less may have any value for it.
function reportClosed(keyword: string, lowering: Lowering): void {
  const detail = 'each property is described as the branches that declare it do';
  lowering.report({ code: 'keyword-rewritten', keyword, detail, effect: 'closes', isSilent: true });
}

/** The root with the properties of the branches; what all of them require is required. */
function withBranches(
  root: MutableObject,
  branches: readonly JsonSchema[],
  { root: definitions }: Lowering,
): MutableObject {
  const objects = branches.map((branch) => {
    const ref = isObject(branch) ? getOwn(branch, '$ref') : undefined;
    const target = typeof ref === 'string' ? resolveRef(definitions, ref) : branch;
    return isObject(target) ? target : {};
  });
  const own = propertiesOf(root);
  const properties: MutableObject = { ...own };
  for (const name of new Set(objects.flatMap((each) => Object.keys(propertiesOf(each)))))
    if (!Object.hasOwn(own, name)) setOwn(properties, name, anyOfThem(name, objects));
  const required = requiredOf(root);
  const ofAll = objects
    .map(requiredOf)
    .reduce((all, names) => all.filter((name) => names.includes(name)), requiredOf(objects[0] ?? {}));
  const names = [...new Set([...required, ...ofAll])].filter((name) => Object.hasOwn(properties, name));
  return {
    ...root,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(names.length > 0 && { required: names }),
  };
}

/** What a property may be in the branches that declare it. */
function anyOfThem(name: string, objects: readonly MutableObject[]): JsonSchema {
  const schemas = objects.flatMap((each): JsonSchema[] => {
    const properties = propertiesOf(each);
    return Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
  });
  const different = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
  const [only = true] = different;
  return different.length === 1 ? only : { anyOf: different };
}
