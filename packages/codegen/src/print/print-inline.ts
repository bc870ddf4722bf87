import { printSchema } from './print-schema.ts';

/** Number of characters that a message can show. */
const LONGEST = 600;

/** Prints a schema in normal form as TypeBox on one line, for a message; undefined if that is too long. */
export function printInline(schema: unknown): string | undefined {
  const text = printSchema(schema, { typeOf: () => 'unknown', constantOf: () => undefined });
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length > LONGEST ? undefined : line;
}
