import { joinPointer, normalizeSchema } from '@btcp/schema';
import { printInline } from '../../print/print-inline.ts';
import type { DefinitionProblem } from '../evaluation-protocol.ts';
import { IMPORT, OTHER_VERSION } from '../typebox-version.ts';

const SOME = "Type.Object({ name: Type.String({ description: '…' }) })";

/**
 * Reports an array, a schema of TypeBox 1.x, even inside one of 0.34, or a schema of a Standard Schema library (Zod,
 * Valibot, ArkType, …). Shows the equivalent TypeBox where the library can export JSON Schema.
 *
 * @param key - The field of the definition with the schema.
 */
export function findForeignSchema(key: string, value: unknown): DefinitionProblem | undefined {
  const otherVersion = findOtherVersion(value, `/${key}`, new Set());
  if (otherVersion !== undefined) return { path: otherVersion, ...OTHER_VERSION };
  if (Array.isArray(value)) return { path: `/${key}`, ...arrayAs(key) };
  const standard = memberOf(value, '~standard');
  if (standard === undefined) return undefined;
  const vendor = memberOf(standard, 'vendor');
  const library = typeof vendor === 'string' ? `\`${vendor}\`` : 'another library';
  const equivalent = inTypeBox(standard);
  return {
    path: `/${key}`,
    message: `\`${key}\` is a schema of ${library}, and a tool takes TypeBox schemas, which are published as they are.`,
    help: `Write \`${IMPORT}\`, and ${equivalent === undefined ? 'for example ' : ''}\`${equivalent ?? SOME}\`.`,
  };
}

/** Finds the path of the outermost schema of TypeBox 1.x, whose optional marker 0.34 does not read. */
function findOtherVersion(value: unknown, path: string, seen: Set<unknown>): string | undefined {
  if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
  seen.add(value);
  // Under a property named `~kind`, the value would be a schema.
  if (typeof memberOf(value, '~kind') === 'string') return path;
  for (const [key, member] of Object.entries(value)) {
    const found = findOtherVersion(member, joinPointer(path, key), seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function arrayAs(key: string): Pick<DefinitionProblem, 'message' | 'help'> {
  return {
    message: `\`${key}\` is an array, and a schema is an object.`,
    help: `Write a property for each value: \`${SOME}\`; a list is one of them, \`Type.Array(…)\`.`,
  };
}

function inTypeBox(standard: unknown): string | undefined {
  try {
    const input = memberOf(memberOf(standard, 'jsonSchema'), 'input');
    if (typeof input !== 'function') return undefined;
    const written: unknown = Reflect.apply(input, undefined, [{ target: 'draft-2020-12' }]);
    const { schema, issues } = normalizeSchema(withoutNoise(written));
    if (issues.length > 0) return undefined;
    return printInline(schema);
  } catch {
    // Such libraries have checks without a JSON Schema form.
    return undefined;
  }
}

// Omits the dialect, and the limits of safe integers.
function withoutNoise(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$schema' || (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER)
      ? undefined
      : value,
  );
  return JSON.parse(text);
}

function memberOf(value: unknown, key: string): unknown {
  return (Object(value) as Readonly<Record<string, unknown>>)[key];
}
