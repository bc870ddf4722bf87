/** A member of a value that may be anything; a primitive has those of its type. */
export function memberOf(value: unknown, key: string): unknown {
  return (Object(value) as Readonly<Record<string, unknown>>)[key];
}
