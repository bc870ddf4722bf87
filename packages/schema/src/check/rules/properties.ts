import { KEYWORDS, SUBSCHEMA_KEYWORDS } from '../../model/keywords.ts';
import { getOwn, isObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import {
  descriptionOf,
  displayPath,
  hasAny,
  isOfType,
  propertiesOf,
  requiredOf,
  type SchemaNode,
  targetOf,
} from '../../model/schema-node.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import { findUnknownKeywords } from '../facts/unknown-keywords.ts';
import { nameWords } from '../text/lexicon.ts';
import { listed, quoted } from '../text/quote.ts';
import { reportTogether } from './limits.ts';

const PLACEHOLDER = /^[\s\p{P}]*(?:(?:todo|fixme|tbd|n\/?a|none|description)[\s\p{P}]*)?$/iu;

// Keywords that may declare the property.
const DECLARING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

/** Keywords that declare the fields of an object: by schemas of them, or by schemas of the object itself. */
const FIELD_KEYWORDS: readonly string[] = [...SUBSCHEMA_KEYWORDS.keys()]
  .filter((name) => KEYWORDS.get(name)?.type === 'object')
  .concat('$ref', 'allOf', 'anyOf', 'oneOf', 'then', 'else');

const FIELDS_ELSEWHERE = FIELD_KEYWORDS.filter((name) => name !== 'properties');

const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** The subschemas of these only test a value, they do not describe it. */
const TESTS: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

const LATITUDES = new Set(['lat', 'latitude']);

const LONGITUDES = new Set(['lng', 'lon', 'long', 'longitude']);

export const PROPERTY_RULES: readonly ToolRule[] = [
  defineRule<{ property: string }>({
    id: 'property-without-description',
    severity: 'warning',
    after: ['keyword-misspelt', 'keyword-unknown'],
    check({ tool, report }) {
      for (const node of tool.inputs) {
        if (PLACEHOLDER.test(descriptionOf(node) ?? '') && !explainsItself(node))
          report({ at: node.path, property: displayPath(node) });
      }
    },
    message: ({ name, property }) => `The property ${quoted(property)} of tool "${name}" has no description.`,
    help: 'Add a `description`, or a JSDoc comment above the property: what it means, in which form, and what happens without it.',
  }),
  defineRule<{ properties: readonly string[] }>({
    id: 'output-property-without-description',
    severity: 'info',
    check({ tool, report }) {
      const nodes = tool.schemas.filter(
        (node) =>
          node.field === 'outputSchema' &&
          node.property !== undefined &&
          !Object.hasOwn(node.schema, 'const') &&
          !descriptionOf(node)?.trim(),
      );
      reportTogether(report, nodes);
    },
    message: ({ name, properties }) =>
      `Nothing says what ${listed(properties)} ${properties.length === 1 ? 'means' : 'mean'} in the result of "${name}".`,
    help: 'Give each a `description` in `outputSchema`, or a JSDoc comment above it; without an `outputSchema`, write that comment in the return type of `execute`.',
  }),
  defineRule<{ property: string; meant: string | null }>({
    id: 'required-unknown',
    severity: 'error',
    check({ tool, report }) {
      for (const { schema, path, isInPlace } of tool.schemas) {
        if (isInPlace || !Object.hasOwn(schema, 'required') || hasAny(schema, DECLARING)) continue;
        // As Zod writes a record whose keys are listed.
        if (isObject(schema['additionalProperties'])) continue;
        const properties = propertiesOf(schema);
        for (const [index, property] of requiredOf(schema).entries()) {
          if (Object.hasOwn(properties, property)) continue;
          const meant = closestName(property, Object.keys(properties)) ?? null;
          report({ at: joinPointer(path, 'required', index), property, meant });
        }
      }
    },
    message: ({ property, meant }) =>
      `\`required\` names ${quoted(property)}, which is not among \`properties\`${meant === null ? '.' : `; did you mean ${quoted(meant)}?`}`,
    help: 'Describe it in `properties`, or take it out of `required`.',
  }),
  defineRule<{ property: string }>({
    id: 'additional-properties-open',
    severity: 'warning',
    check({ tool, report }) {
      // Where the keyword is misspelt, both corrections would write it twice.
      const misspelt = findUnknownKeywords(tool).filter(({ meant }) => meant === 'additionalProperties');
      for (const node of tool.schemas) {
        const { schema, field, path, isInPlace } = node;
        if (field !== 'inputSchema' || isInPlace || hasAny(schema, FIELDS_ELSEWHERE)) continue;
        const isMeant = misspelt.some(({ at }) => at.slice(0, at.lastIndexOf('/')) === path);
        // A tool without input has no property to misspell.
        if (!isMeant && isOfType(schema, 'object') && Object.keys(propertiesOf(schema)).length > 0)
          report({ at: `${path}/additionalProperties`, property: displayPath(node) });
      }
    },
    message: ({ name, property }) =>
      `${property === '' ? `The input of "${name}"` : `${quoted(property)} in the input of "${name}"`} accepts undeclared properties, so a misspelt one goes unnoticed.`,
    help: 'Add `additionalProperties: false`; in TypeBox, `Type.Object({ … }, { additionalProperties: false })`.',
  }),
  defineRule<{ property: string }>({
    id: 'output-properties-open',
    severity: 'info',
    check({ tool, report }) {
      const nodes = tool.schemas.filter(({ field }) => field === 'outputSchema');
      const extended = new Set(nodes.filter(isExtendedRef).map(targetOf));
      for (const node of nodes) {
        if (!isOpen(node.schema) || isTest(node) || !standsAlone(node, extended)) continue;
        report({ at: `${node.path}/additionalProperties`, property: displayPath(node) });
      }
    },
    message: ({ name, property }) =>
      `Undeclared fields of ${property === '' ? '' : `${quoted(property)} in `}the result of "${name}" are passed on to the agent.`,
    help: 'Declare the fields that the agent is to get, and add `additionalProperties: false`, in TypeBox `Type.Object({ … }, { additionalProperties: false })`: the client leaves out the others. If all of them are to reach the agent, say so with `additionalProperties: true`.',
  }),
  defineRule<{ latitude: string | null; longitude: string | null }>({
    id: 'coordinates-apart',
    severity: 'warning',
    check({ tool, report }) {
      for (const { schema, path, field, keyword } of tool.schemas) {
        if (field !== 'inputSchema') continue;
        const numbers = Object.entries(propertiesOf(schema)).filter(
          ([, property]) => isObject(property) && isOfType(property, 'number'),
        );
        const latitude = numbers.find(([name]) => nameWords(name).some((word) => LATITUDES.has(word)))?.[0];
        const longitude = numbers.find(([name]) => nameWords(name).some((word) => LONGITUDES.has(word)))?.[0];
        const isPair = latitude !== undefined && longitude !== undefined;
        // A pair in an object of its own is well placed.
        if (isPair ? keyword !== '' : latitude === undefined && longitude === undefined) continue;
        const at = joinPointer(path, 'properties', latitude ?? longitude ?? '');
        report({ at, latitude: latitude ?? null, longitude: longitude ?? null });
      }
    },
    message: ({ latitude, longitude }) =>
      longitude === null || latitude === null
        ? `${quoted(latitude ?? longitude ?? '')} has no ${latitude === null ? 'latitude' : 'longitude'} beside it.`
        : `${quoted(latitude ?? '')} and ${quoted(longitude)} stand apart, so a call may carry one without the other.`,
    help: 'Group them: one property `location`, an object that requires both.',
  }),
];

// A discriminator, or a second mention of a property that the outer schema describes.
function explainsItself({ schema, parent, property }: SchemaNode): boolean {
  if (Object.hasOwn(schema, 'const')) return true;
  for (let around = parent; around?.isInPlace; around = around.parent) {
    const outer = getOwn(propertiesOf(around.parent?.schema ?? {}), property ?? '');
    if (isObject(outer) && Object.hasOwn(outer, 'description')) return true;
  }
  return false;
}

/** The only keyword that declares fields of an object; `undefined` where there are several, or none. */
function fieldKeywordOf(schema: SchemaNode['schema']): string | undefined {
  const [keyword, ...others] = FIELD_KEYWORDS.filter((each) => Object.hasOwn(schema, each));
  return others.length === 0 ? keyword : undefined;
}

// An object without properties may be meant to hold anything.
function isOpen(schema: SchemaNode['schema']): boolean {
  return fieldKeywordOf(schema) === 'properties' && Object.keys(propertiesOf(schema)).length > 0;
}

function isTest({ keyword, parent }: SchemaNode): boolean {
  return TESTS.has(keyword) || (parent !== undefined && isTest(parent));
}

/** Whether no adjacent schema declares fields of the same object, which closing this one would refuse. */
function standsAlone(node: SchemaNode, extended?: ReadonlySet<SchemaNode['schema']>): boolean {
  const { schema, keyword, parent, isInPlace } = node;
  if (extended?.has(schema)) return false;
  if (!isInPlace || parent === undefined) return true;
  return CHOICES.has(keyword) && fieldKeywordOf(parent.schema) === keyword && standsAlone(parent, extended);
}

/** Whether a `$ref` targets a part of an object, which does not declare all of its fields. */
function isExtendedRef(node: SchemaNode): boolean {
  return Object.hasOwn(node.schema, '$ref') && !(fieldKeywordOf(node.schema) === '$ref' && standsAlone(node));
}
