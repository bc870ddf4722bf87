import { joinPointer } from '@btcp/schema';
import type { DefinitionProblem } from '../../evaluation-protocol.ts';
import { KIND } from '../document-schema.ts';
import { PUBLISH_WHAT_IS_SENT } from './in-execute.ts';

// Runs in the evaluation process, so it must not import modules of the build.

/** What TypeBox 1 keeps beside JSON Schema, in properties that are not enumerable. */
const BESIDE: Readonly<Record<string, string>> = {
  '~refine': 'is checked by code (`Type.Refine`)',
  '~codec': 'is changed by code (`Type.Codec`, `Type.Decode`)',
};

/** A schema of TypeBox 1 is JSON Schema already. */
export function readTypeBox1(schema: unknown): {
  readonly schema: unknown;
  readonly problems: readonly DefinitionProblem[];
} {
  const problems: DefinitionProblem[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, what] of Object.entries(BESIDE))
      if (Object.hasOwn(value, key))
        problems.push({
          path,
          message: `This ${what}, which JSON Schema cannot say.`,
          help: PUBLISH_WHAT_IS_SENT,
        });
    if (KIND in value) problems.push({ path, ...MIXED });
    for (const [key, member] of Object.entries(value)) visit(member, joinPointer(path, key));
  };
  visit(schema, '');
  return { schema, problems };
}

/** The two versions do not read each other's marks for optional properties. */
export const MIXED: Pick<DefinitionProblem, 'message' | 'help'> = {
  message:
    'This schema and the one around it are of two versions of TypeBox, 0.34 (`@sinclair/typebox`) and 1 (`typebox`).',
  help: 'Write both with the same package.',
};
