import type { JsonSchema } from '@btcp/core';
import { findDisagreement } from './find-disagreement.ts';
import { type GuestProblem, normalizeReported, type ReportedSchema } from './guest-problem.ts';
import { type GuestSchema, readGuest } from './read-guest.ts';
import { tidySchema } from './tidy-schema.ts';

/** A schema of another library, as what is published of it and what calls are held to. */
export interface ConvertedGuest extends ReportedSchema {
  /** The library, for example `zod`. */
  readonly library: string;
}

/** What a schema of another library is converted with. */
export interface ConvertOptions {
  /** The schemas with an `$id` that it may refer to. */
  readonly definitions?: readonly object[];
  /** URL of the project's folder, to resolve converters from. */
  readonly root: string;
}

/**
 * Converts a schema of another library than TypeBox 0.34, and reports what of it JSON Schema cannot say, also where only
 * the library's verdict about generated values shows it.
 *
 * @returns Absent for everything else than a schema of such a library.
 */
export function convertGuest(
  value: unknown,
  { definitions = [], root }: ConvertOptions,
): ConvertedGuest | undefined {
  const guest = readGuest(value, root);
  if (!guest) return undefined;
  const { library } = guest;
  if (guest.problems.length > 0) return { library, schema: {}, problems: guest.problems };
  const { schema, problems } = normalizeReported(guest.schema, definitions);
  if (problems.some(({ warning }) => warning === undefined)) return { library, schema, problems };
  tidySchema(schema);
  return { library, schema, problems: [...problems, ...findDifferences(schema, guest)] };
}

function findDifferences(schema: JsonSchema, { library, validate }: GuestSchema): readonly GuestProblem[] {
  const found = validate && findDisagreement(schema, validate);
  if (!found) return [];
  const told = { path: '', message: `\`${library}\` ${found.said}.` };
  const isHeld = 'JSON Schema is what callers see, and all that calls are held to';
  return [
    found.isSlight
      ? {
          ...told,
          help: `Libraries have their own ideas of formats, and of fractions in \`multipleOf\`; ${isHeld}. A pattern says exactly what you mean.`,
          warning: 'schema-library-differs',
        }
      : { ...told, help: `${isHeld}: leave out what it cannot say, and do that in \`execute\`.` },
  ];
}
