import { exportTools, TARGETS, type Target } from '@btcp/adapters';
import { hasStrictForm } from '@btcp/adapters/internal';
import { findNarrowedTools } from '@btcp/adapters/explain';
import { normalizeSchema } from '@btcp/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { inputSchemas, type AnySchema } from './schema-arbitrary.ts';

const toolOf = (inputSchema: AnySchema) => ({
  name: 'tryThis',
  description: 'Does something with what it is given.',
  inputSchema,
  capabilities: [],
});

const FORMS = TARGETS.flatMap((target) => [
  { target, strict: false },
  ...(hasStrictForm(target) ? [{ target, strict: true }] : []),
]);

const isUsable = (schema: AnySchema): boolean => normalizeSchema(schema).issues.length === 0;

describe.each(FORMS)(
  '$target, strict: $strict',
  ({ target, strict }: { target: Target; strict: boolean }) => {
    it('accepts whatever the tool accepts, over generated schemas', () => {
      fc.assert(
        fc.property(inputSchemas.filter(isUsable), (schema) => {
          expect(findNarrowedTools([toolOf(schema)], { target, strict })).toEqual([]);
        }),
        { seed: 1, numRuns: runs(30) },
      );
    });

    it('is the same each time, and leaves its input alone', () => {
      fc.assert(
        fc.property(inputSchemas, (schema) => {
          const before = JSON.stringify(schema);
          const [first, second] = [1, 2].map(() =>
            JSON.stringify(exportTools([toolOf(schema)], { target, strict })),
          );
          expect(first).toBe(second);
          expect(JSON.stringify(schema)).toBe(before);
        }),
        { seed: 2, numRuns: runs(40) },
      );
    });
  },
);
