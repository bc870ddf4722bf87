import type { JsonSchema } from '@btcp/core';
import { FORMATS } from '../../compile/formats.ts';
import { findSchemaIssues } from '../../compile/find-schema-issues.ts';
import { describeValue, NOT_REQUIRED } from '../../model/find-keyword-issues.ts';
import { KEYWORDS, isRestricting } from '../../model/keywords.ts';
import { type MutableObject, pickKeys } from '../../model/own-property.ts';
import { joinPointer, type SchemaIssue } from '../../model/pointer.ts';
import { acceptsAnything, propertiesOf, typesOf } from '../../model/schema-node.ts';
import { accepts } from '../../relate/accepts.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import type { ToolFacts } from '../facts/tool-facts.ts';
import { findUnknownKeywords } from '../facts/unknown-keywords.ts';
import { asSentence, quoted } from '../text/quote.ts';
import { hasNoValue } from '../../relate/contains/is-empty.ts';
import { equal } from '../../runtime/values.ts';
import { joinWords } from '../../runtime/sentences.ts';

export const SCHEMA_RULES: readonly ToolRule[] = [
  defineRule<{ keyword: string; sentence: string; advice: string }>({
    id: 'schema-invalid',
    severity: 'error',
    isMandatory: true,
    after: ['tool-invalid'],
    check({ tool, report }) {
      const read = tool.issues.filter(
        ({ path, keyword }) => /^\/(input|output)Schema\b/.test(path) && keyword !== 'object-input',
      );
      for (const { path, keyword, message, help } of read)
        report({ at: path, keyword, sentence: message, advice: help });
      if (read.length > 0 || tool.isCompilable || tool.compileError === undefined) return;
      for (const { path, keyword, message, help } of issuesOfCompiling(tool))
        report({ at: path, keyword, sentence: asSentence(message), advice: help });
    },
    message: ({ sentence }) => sentence,
    help: ({ advice }) => advice,
  }),
  defineRule<{ keyword: string; meant: string }>({
    id: 'keyword-misspelt',
    severity: 'error',
    after: ['schema-invalid'],
    check({ tool, report }) {
      for (const { at, keyword, meant, isLimit } of findUnknownKeywords(tool))
        if (isLimit) report({ at, keyword, meant });
    },
    message: ({ keyword, meant }) =>
      `${quoted(keyword)} is not a keyword of JSON Schema, and limits nothing; did you mean \`${meant}\`?`,
    help: ({ meant }) => `Rename it to \`${meant}\`; a keyword of your own begins with "x-".`,
  }),
  defineRule<{ keyword: string; meant: string; isSpelling: boolean }>({
    id: 'keyword-unknown',
    severity: 'warning',
    after: ['schema-invalid'],
    check({ tool, report }) {
      for (const { at, keyword, meant, isSpelling, isLimit } of findUnknownKeywords(tool))
        if (!isLimit) report({ at, keyword, meant, isSpelling });
    },
    message: ({ keyword, meant }) =>
      `${quoted(keyword)} is not a keyword of JSON Schema; did you mean \`${meant}\`?`,
    help: ({ keyword, meant }) =>
      keyword === 'optional'
        ? NOT_REQUIRED
        : `Rename it to \`${meant}\`; a keyword of your own begins with "x-".`,
  }),
  defineRule<{ keyword: string; type: string; fits: string }>({
    id: 'keyword-without-effect',
    severity: 'warning',
    check({ tool, report }) {
      for (const { schema, path } of tool.schemas) {
        const types = typesOf(schema);
        if (types === undefined || types.length === 0) continue;
        for (const keyword of Object.keys(schema)) {
          const own = keyword === 'format' ? FORMATS.get(String(schema[keyword]))?.type : undefined;
          const fits = own ?? KEYWORDS.get(keyword)?.type;
          const isIdle = fits !== undefined && !types.includes(fits);
          if (isIdle && !(fits === 'number' && types.includes('integer')))
            report({ at: joinPointer(path, keyword), keyword, type: types.join(' or '), fits });
        }
      }
    },
    message: ({ keyword, type, fits }) =>
      `\`${keyword}\` is about values of type ${fits}, and has no effect on one of type ${type}.`,
    help: ({ type }) =>
      type === 'string'
        ? 'Strings have `minLength`, `maxLength` and `pattern`.'
        : 'Write the keyword for this type, or take it out.',
  }),
  defineRule<{ reason: string }>({
    id: 'schema-unsatisfiable',
    severity: 'error',
    after: ['schema-invalid', 'required-unknown', 'enum-value-invalid', 'default-invalid', 'example-invalid'],
    check({ tool, report }) {
      for (const { schema, path, root } of tool.schemas) {
        const reason = findContradiction(schema, root);
        if (reason !== undefined) report({ at: path, reason });
      }
    },
    message: ({ reason }) => `No value can satisfy this schema: ${reason}.`,
    help: 'Correct one of the keywords that contradict each other.',
  }),
  defineRule<{ property: string }>({
    id: 'schema-accepts-anything',
    severity: 'warning',
    check({ tool, report }) {
      for (const { schema, field, path } of tool.schemas) {
        if (field !== 'inputSchema') continue;
        for (const [property, below] of Object.entries(propertiesOf(schema))) {
          if (acceptsAnything(below)) report({ at: joinPointer(path, 'properties', property), property });
        }
      }
    },
    message: ({ property }) => `The property ${quoted(property)} accepts any value.`,
    help: 'Give it a `type`; where several are meant, an `anyOf` of them.',
  }),
  defineRule<{ value: string }>({
    id: 'schema-example-invalid',
    severity: 'warning',
    check({ tool, report }) {
      for (const { schema, path } of tool.schemas) {
        const { examples } = schema;
        if (!Array.isArray(examples) || examples.length > 1000) continue;
        for (const [index, example] of examples.entries()) {
          if (accepts(schema, example) === false)
            report({ at: joinPointer(path, 'examples', index), value: describeValue(example) });
        }
      }
    },
    message: ({ value }) => `The example ${value} violates its own schema.`,
    help: 'Correct the example, or the schema if the example is right.',
  }),
];

function issuesOfCompiling(tool: ToolFacts): readonly SchemaIssue[] {
  const issues = (['inputSchema', 'outputSchema'] as const).flatMap((field) => {
    const schema = tool.schema(field);
    return schema === undefined
      ? []
      : findSchemaIssues(schema).map((issue) => ({ ...issue, path: `/${field}${issue.path}` }));
  });
  return issues.length > 0 ? issues : [notCompiled(tool.compileError)];
}

// An unforeseen error: still the mistake of one tool, and no reason to leave the others unchecked.
function notCompiled(error: unknown): SchemaIssue {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    path: '/inputSchema',
    keyword: '',
    message: `The schemas cannot be compiled: ${reason}`,
    help: 'Remove parts of them until it builds, and write the removed part in another way.',
  };
}

/** Longer values are not shown: they are in the schema. */
const MAX_LENGTH = 40;

/**
 * Explains why no value passes a schema: which of its keywords, and those that its `$ref` and `allOf` apply to the same
 * value, exclude each other. What the prover does not know for certain is not reported.
 *
 * @param root - The schema that references resolve against.
 */
export function findContradiction(schema: Readonly<MutableObject>, root: JsonSchema): string | undefined {
  // TypeBox's `Never`, which says so on purpose.
  if (equal(schema['not'], {})) return undefined;
  const isImpossible = (keywords: readonly string[]): boolean =>
    hasNoValue({ schema: pickKeys(schema, keywords), root });
  const own = Object.keys(schema).filter(isRestricting);
  if (!isImpossible(own)) return undefined;
  const needed = own.reduce((left, keyword) => {
    const others = left.filter((each) => each !== keyword);
    return isImpossible(others) ? others : left;
  }, own);
  // A limit binds only values of its type, so `type` is nearly always one of them.
  const told = needed.length > 2 ? needed.filter((keyword) => keyword !== 'type') : needed;
  const values = told.map((keyword) => JSON.stringify(schema[keyword]));
  const isLong = values.some((value) => value.length > MAX_LENGTH);
  const parts = told.map((keyword, index) => `\`${keyword}\`${isLong ? '' : ` is ${values[index]}`}`);
  const end = told.length > 1 ? ' exclude each other' : ' excludes itself';
  return `${joinWords('and', parts)}${isLong ? end : ''}`;
}
