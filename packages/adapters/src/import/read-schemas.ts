import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { normalizeSchema, type SchemaIssue } from '@btcp/schema';
import { getOwn, isObject, joinPointer } from '@btcp/schema/internal';
import { keywordsForListing } from '../profile/mcp-fields/listed-schema.ts';
import { asObjectInput } from '../profile/describe-tool.ts';
import { type Reader, type SchemaField, RefusedError, type JsonObject } from '../profile/import-profile.ts';
import { FORMATS, IMPORT_FORMATS, type ImportFormat } from '../targets/targets.ts';

export interface ReadSchema {
  readonly schema: JsonSchemaObject;
  /** Keywords that make MCP list it as it was written, see `listedSchema`. */
  readonly listing?: JsonObject | undefined;
}

export function readInputSchema(tool: JsonObject, reader: Reader): ReadSchema {
  const { profile } = reader;
  const at = findSchema(tool, profile.input);
  if (at === undefined) {
    if (profile.isInputOptional === true) return { schema: { type: 'object', additionalProperties: false } };
    throw missingSchema(tool, profile.input);
  }
  const { schema, issue } = normalizeForeign(at.schema, '/inputSchema', reader);
  if (issue) throw new RefusedError(joinPointer('', at.field) + issue.path, issue.message, issue.help);
  const input = asObjectInput(schema, at.field, reader.warn);
  profile.reviewInput?.(input, tool, reader);
  return { schema: input, listing: keywordsForListing('inputSchema', { ...input }, at.schema) };
}

/** The output schema of a tool; `undefined` where it has no usable one. */
export function readOutputSchema(tool: JsonObject, reader: Reader): ReadSchema | undefined {
  const { profile, warn } = reader;
  const at = findSchema(tool, profile.output);
  if (at === undefined) return undefined;
  const { schema, issue } = normalizeForeign(at.schema, '/outputSchema', reader);
  if (issue || schema === false) {
    const detail = issue?.message ?? 'the output schema allows no result at all';
    warn({ code: 'output-schema-dropped', path: `/outputSchema${issue?.path ?? ''}`, detail });
    return undefined;
  }
  if (schema === true) return { schema: {} };
  const wrapped = profile.outputWrapper?.unwrap(schema);
  if (wrapped !== undefined) {
    const detail = 'the output was wrapped as { result }, because this format has only objects there';
    warn({ code: 'output-unwrapped', path: '/outputSchema', detail });
  }
  const output = wrapped ?? schema;
  const own = profile.outputWrapper?.wrap(output) ?? output;
  return { schema: output, listing: keywordsForListing('outputSchema', { ...own }, at.schema) };
}

/** A schema in the normal form, and why it is none; warns of what is written otherwise. */
function normalizeForeign(
  source: unknown,
  base: string,
  { warn }: Reader,
): { readonly schema: JsonSchema; readonly issue: SchemaIssue | undefined } {
  const { schema, issues, ignored } = normalizeSchema(source, {
    onLoosePattern: (path, keyword, pattern) =>
      warn({
        code: 'keyword-rewritten',
        path: base + path,
        keyword,
        detail: `${JSON.stringify(pattern)} compiles without the u flag only; it is written so that it compiles with it`,
      }),
  });
  // Those that the declared draft ignores.
  for (const { path, keyword, message } of ignored ?? [])
    warn({ code: 'keyword-dropped', path: base + path, keyword, detail: message });
  const declared = isObject(source) ? String(getOwn(source, '$schema')) : '';
  // Their keywords mean other things than in drafts that readers know.
  const draft = ['draft-04', '2019-09'].find((name) => declared.includes(name));
  if (draft !== undefined) {
    const detail = `the schema is read as ${draft} means it, and written as 2020-12 has it`;
    warn({ code: 'keyword-rewritten', path: base, keyword: '$schema', detail });
  }
  return { schema, issue: issues[0] };
}

function findSchema(
  tool: JsonObject,
  fields: readonly SchemaField[],
): { field: string; schema: unknown } | undefined {
  for (const { field, decode } of fields) {
    const schema = getOwn(tool, field);
    // Some write `null` for no parameters.
    if (schema === undefined || schema === null) continue;
    return { field, schema: decode?.(schema) ?? schema };
  }
  return undefined;
}

function missingSchema(tool: JsonObject, fields: readonly SchemaField[]): RefusedError {
  const empty = fields.find(({ field }) => Object.hasOwn(tool, field));
  if (empty === undefined)
    return new RefusedError('', `The tool has no \`${fields[0]?.field ?? 'schema'}\`.`, adviseOnField(tool));
  return new RefusedError(
    joinPointer('', empty.field),
    `The tool's \`${empty.field}\` is null.`,
    'For a tool without parameters, write { "type": "object", "additionalProperties": false }.',
  );
}

function adviseOnField(tool: JsonObject): string {
  const fields = IMPORT_FORMATS.flatMap(fieldsOf);
  const field = fields.find((each) => Object.hasOwn(tool, each));
  if (field === undefined) return 'Add the JSON Schema of its input.';
  const formats = IMPORT_FORMATS.filter((format) => fieldsOf(format).includes(field));
  return `It has \`${field}\`: import it from ${formats.length > 1 ? `one of ${formats.join(', ')}` : formats[0]}.`;
}

function fieldsOf(format: ImportFormat): readonly string[] {
  const { wrapper, input, fromSchema } = FORMATS[format].import;
  // A tool that is nothing but its schema has no such field.
  if (fromSchema) return [];
  const fields = input.map(({ field }) => field);
  return wrapper === undefined ? fields : [wrapper, ...fields];
}
