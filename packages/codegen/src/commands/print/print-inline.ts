import { printSchema } from './print-schema.ts';

/** Characters that a message can show. */
const LONGEST = 600;

/** A schema in its normal form as TypeBox on one line, for a message; nothing where that would be too long. */
export function printInline(schema: unknown): string | undefined {
  const text = printSchema(schema, { typeOf: () => 'unknown', constantOf: () => undefined });
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length > LONGEST ? undefined : line;
}
