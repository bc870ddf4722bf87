import { isObject, joinPointer, type MutableObject, walkSchema } from '@btcp/schema';
import type { ExportChange } from '../lower/export-change.ts';
import type { ExportProfile } from '../profile/export-profile.ts';

/**
 * What a target accepts but may refuse or misread.
 *
 * @param schema - In the target's form.
 */
export function findUnsupported(
  schema: MutableObject,
  { propertyNames, manyEnumValues }: ExportProfile,
): readonly ExportChange[] {
  return [
    ...(propertyNames === undefined ? [] : rejectedNames(schema, propertyNames.pattern)),
    ...(manyEnumValues === undefined ? [] : largeEnums(schema, manyEnumValues)),
  ];
}

const rejectedNames = (schema: MutableObject, pattern: RegExp): readonly ExportChange[] =>
  badNames(schema, pattern).map((path) => {
    const detail = `the name of a parameter must match ${pattern.source}`;
    return { code: 'property-name-rejected', path, keyword: 'properties', detail, effect: 'none' };
  });

/** JSON pointers of the properties whose names a target does not allow. */
export function badNames(schema: MutableObject, pattern: RegExp): string[] {
  if (!hasBadName(schema, pattern)) return [];
  const found: string[] = [];
  walkSchema(schema, (node, pointer) => {
    for (const name of propertyNames(node)) {
      if (!pattern.test(name)) found.push(joinPointer(pointer, 'properties', name));
    }
  });
  return found;
}

/** Looks at every object, schema or not: most tools have no bad name, and need no pointers. */
function hasBadName(value: unknown, pattern: RegExp): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (propertyNames(value).some((name) => !pattern.test(name))) return true;
  return Object.values(value).some((member) => hasBadName(member, pattern));
}

function propertyNames(schema: unknown): readonly string[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return isObject(properties) ? Object.keys(properties) : [];
}

function largeEnums(schema: MutableObject, limit: number): ExportChange[] {
  if (!hasLargeEnum(schema, limit)) return [];
  const found: ExportChange[] = [];
  walkSchema(schema, (node, path) => {
    const values = isObject(node) ? node['enum'] : undefined;
    if (!Array.isArray(values) || values.length <= limit) return;
    const detail = `${values.length} values; the target has refused enums of fewer than 100`;
    found.push({ code: 'size-exceeded', path, keyword: 'enum', detail, effect: 'none' });
  });
  return found;
}

function hasLargeEnum(value: unknown, limit: number): boolean {
  if (Array.isArray(value)) return value.length > limit || value.some((item) => hasLargeEnum(item, limit));
  return isObject(value) && Object.values(value).some((member) => hasLargeEnum(member, limit));
}
