import { describeValue } from '../../model/find-keyword-issues.ts';
import { joinPointer, pointerToFragment, type SchemaIssue } from '../../model/pointer.ts';
import { descriptionOf, hasAny, isRequiredProperty, targetOf } from '../../model/schema-node.ts';
import { accepts } from '../../relate/accepts.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import { asSentence, listed, quoted, shownJson } from '../text/quote.ts';
import { reportTogether } from './limits.ts';
import type { JsonSchema, JsonSchemaObject, Validator } from '@btcp/core';
import { isObject } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/local-refs.ts';
import { walkSchema } from '../../model/walk-schema.ts';
import { validatorChunk, evaluateChunk } from '../../compile/compile-schema.ts';

/** Words with which a description explains what happens without the property. */
const OMISSION =
  /\b(?:defaults?|optional|omitted|omitting|left out|unset|unless|otherwise|without (?:it|this))\b/i;

export const DEFAULT_RULES: readonly ToolRule[] = [
  defineRule<{ sentence: string }>({
    id: 'default-invalid',
    severity: 'error',
    isMandatory: true,
    after: ['tool-invalid', 'schema-invalid'],
    check({ tool, report }) {
      if (!tool.isCompilable || tool.slowPatterns.length > 0) return;
      for (const field of ['inputSchema', 'outputSchema'] as const) {
        const schema = tool.schema(field);
        for (const { path, message } of schema === undefined ? [] : findDefaultIssues(schema))
          report({ at: `/${field}${path}`, sentence: asSentence(message) });
      }
    },
    message: ({ sentence }) => sentence,
    help: 'Correct the default, or the schema if the default is right.',
  }),
  defineRule<{ properties: readonly string[] }>({
    id: 'default-missing',
    severity: 'info',
    check({ tool, report }) {
      const open = tool.inputs.filter((node) => {
        const target = targetOf(node);
        const isChoice = target['type'] === 'boolean' || Object.hasOwn(target, 'enum');
        const says = hasAny(node.schema, ['default', 'const']) || hasAny(target, ['default', 'const']);
        const tells = OMISSION.test((descriptionOf(node) ?? '').slice(0, 1000));
        return isChoice && !says && !tells && !isRequiredProperty(node) && !node.parent?.isInPlace;
      });
      reportTogether(report, open);
    },
    message: ({ name, properties }) =>
      `Tool "${name}" does not say what it takes when ${listed(properties)} ${properties.length === 1 ? 'is' : 'are'} left out.`,
    help: 'Add a `default` in place of `Type.Optional`, which the runtime then fills in; or say in the description what leaving it out means.',
  }),
  defineRule<{ property: string; value: unknown }>({
    id: 'default-on-required',
    severity: 'warning',
    after: ['tool-invalid', 'schema-invalid', 'default-invalid'],
    check({ tool, report }) {
      for (const node of tool.inputs) {
        // A constant is often repeated as the default, for editors.
        if (!Object.hasOwn(node.schema, 'default') || hasAny(node.schema, ['const'])) continue;
        if (isRequiredProperty(node))
          report({ at: node.path, property: node.property ?? '', value: node.schema['default'] });
      }
    },
    message: ({ property, value }) =>
      `${quoted(property)} has the default ${shownJson(value)}, which is never used: it is also required, so a call without it is refused.`,
    help: ({ property }) =>
      `Take ${quoted(property)} out of \`required\`, as a build does where the runtime fills defaults in (it does not in unions without a tag); or take the default out.`,
  }),
  defineRule<{ value: string }>({
    id: 'enum-value-invalid',
    severity: 'error',
    after: ['default-invalid', 'example-invalid'],
    check({ tool, report }) {
      for (const { schema, path } of tool.schemas) {
        const { enum: choices, ...rest } = schema;
        if (!Array.isArray(choices) || choices.length > 1000) continue;
        for (const [index, choice] of choices.entries()) {
          if (accepts(rest, choice) === false)
            report({ at: joinPointer(path, 'enum', index), value: describeValue(choice) });
        }
      }
    },
    message: ({ value }) => `The choice ${value} violates its own schema.`,
    help: 'Correct the choice, or the `type` and limits beside it.',
  }),
];

interface Place {
  readonly schema: JsonSchemaObject;
  /** JSON pointer to it. */
  readonly path: string;
}

const DOCUMENT = 'https://schema.invalid/defaults';
/** Defaults that are checked at once. */
const TOGETHER = 20;

/** The defaults that violate their own schema: an agent that relies on one would get an invalid value. */
export function findDefaultIssues(schema: JsonSchema): readonly SchemaIssue[] {
  const places: Place[] = [];
  const resolve = (ref: string): unknown => resolveRef(schema, ref);
  walkSchema(schema, (each, path) => {
    if (isObject(each) && Object.hasOwn(each, 'default') && accepts(each, each['default'], resolve) !== true)
      places.push({ schema: each, path });
  });
  if (places.length === 0) return [];
  const check = checkAll(schema, places);
  const issues: SchemaIssue[] = [];
  // A validator names only the first hundred issues of a value.
  for (let start = 0; start < places.length; start += TOGETHER) {
    const defaults = places.slice(start, start + TOGETHER).map(({ schema: each }) => each['default']);
    const result = check(Object.fromEntries(defaults.map((each, index) => [`d${start + index}`, each])));
    if (!result.ok) issues.push(...result.issues.map(({ path, message }) => toIssue(places, path, message)));
  }
  return issues;
}

// One schema that refers to all of them, so that their own references resolve.
function checkAll(schema: JsonSchema, places: readonly Place[]): Validator {
  const properties = Object.fromEntries(
    places.map(({ path }, index) => [`d${index}`, { $ref: `${DOCUMENT}${pointerToFragment(path)}` }]),
  );
  const chunk = validatorChunk('defaults', { properties }, { documents: { [DOCUMENT]: schema } });
  // The export of a `validatorChunk` is what the runtime's `validator` returns.
  return evaluateChunk(chunk) as Validator;
}

function toIssue(places: readonly Place[], issuePath: string, message: string): SchemaIssue {
  const [, key = '', ...rest] = issuePath.split('/');
  const path = [joinPointer(places[Number(key.slice(1))]?.path ?? '', 'default'), ...rest].join('/');
  return {
    path,
    keyword: 'default',
    message: `the default breaks its own schema: ${message.replace(`\`${key}`, '`default').replace('`default.', '`')}`,
    help: 'Correct the default, or the schema if the default is right.',
  };
}
