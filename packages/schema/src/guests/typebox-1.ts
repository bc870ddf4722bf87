import { joinPointer } from '../model/pointer.ts';
import { type GuestProblem, PUBLISH_WHAT_IS_SENT } from './guest-problem.ts';
import { KIND } from '../model/typebox-kinds.ts';

/** What TypeBox 1 keeps beside JSON Schema, in properties that are not enumerable. */
const BESIDE: Readonly<Record<string, string>> = {
  '~refine': 'is checked by code (`Type.Refine`)',
  '~codec': 'is changed by code (`Type.Codec`, `Type.Decode`)',
};

/** A schema of TypeBox 1 is JSON Schema already. */
export function readTypeBox1(schema: unknown): {
  readonly schema: unknown;
  readonly problems: readonly GuestProblem[];
} {
  const problems: GuestProblem[] = [];
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
const MIXED: Pick<GuestProblem, 'message' | 'help'> = {
  message:
    'This schema and the one around it are of two versions of TypeBox, 0.34 (`@sinclair/typebox`) and 1 (`typebox`).',
  help: 'Write both with the same package.',
};

/** Finds the outermost schema of TypeBox 1.x inside one of 0.34. */
export function findMixedVersions(
  value: unknown,
  path = '',
  seen: Set<unknown> = new Set(),
): GuestProblem | undefined {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  // Under a property named `~kind`, the value would be a schema.
  if (typeof (value as { readonly '~kind'?: unknown })['~kind'] === 'string') return { path, ...MIXED };
  for (const [key, member] of Object.entries(value)) {
    const found = findMixedVersions(member, joinPointer(path, key), seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
