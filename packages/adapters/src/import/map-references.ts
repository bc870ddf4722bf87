import type { JsonSchemaObject } from '@btcp/core';
import { isJsonObject } from './raw-tool.ts';

/** Keywords that hold data, in which `$ref` is a name like any other. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

/** A copy of a schema with every `$ref` mapped. */
export function mapReferences(schema: JsonSchemaObject, map: (ref: string) => string): JsonSchemaObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, member]) => {
      if (DATA.has(key)) return [key, member];
      return [key, key === '$ref' && typeof member === 'string' ? map(member) : mapMember(member, map)];
    }),
  );
}

function mapMember(member: unknown, map: (ref: string) => string): unknown {
  if (Array.isArray(member)) return member.map((item) => mapMember(item, map));
  return isJsonObject(member) ? mapReferences(member, map) : member;
}
