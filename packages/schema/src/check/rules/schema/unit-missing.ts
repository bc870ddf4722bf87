import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType } from '../../facts/schema-node.ts';
import { nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

/** The last word of a property's name → units it may be in. */
const MEASURES: ReadonlyMap<string, string> = new Map([
  ...'timeout delay duration interval ttl latency debounce'
    .split(' ')
    .map((word) => [word, '"in milliseconds" or "in seconds"'] as const),
  ...'filesize bytesize maxsize'.split(' ').map((word) => [word, '"in bytes"'] as const),
  ...'distance radius altitude'.split(' ').map((word) => [word, '"in metres" or "in kilometres"'] as const),
  ...'width height'.split(' ').map((word) => [word, '"in pixels" or "in centimetres"'] as const),
  ['weight', '"in grams" or "in kilograms"'],
  ['temperature', '"in degrees Celsius"'],
  ['speed', '"in kilometres per hour"'],
]);

// Units, and words after which a number needs none.
const UNIT =
  /\b(milliseconds?|ms|msec|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|bytes?|[kmgt]i?b|kilobytes?|megabytes?|gigabytes?|(kilo|centi|milli)?met(re|er)s?|km|cm|mm|miles?|feet|ft|inch(es)?|yards?|pixels?|px|points?|pt|r?em|percent(age)?|ratio|factor|fraction|degrees?|celsius|fahrenheit|kelvin|°[cf]|(kilo|milli)?grams?|kg|g|pounds?|lbs?|ounces?|oz|tonnes?|km\/h|kmh|mph|m\/s|knots?|cells?|rows?|columns?|lines?|characters?|ticks?|frames?|steps?|units?|times|relative|sampling|randomness)\b|%|°/i;

export const unitMissing: ToolRule<{ property: string; units: string }> = defineRule({
  id: 'unit-missing',
  family: 'schema',
  severity: 'warning',
  title: 'Measure without a unit',
  rationale:
    'Thirty of what? An agent that takes seconds for milliseconds is wrong by a factor of a thousand.',
  after: ['property-without-description'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { schema, path, property = '' } = node;
      const words = nameWords(property);
      const last = words.at(-1) ?? '';
      const units = MEASURES.get(last === 'size' ? words.slice(-2).join('') : last);
      if (units === undefined || hasAny(schema, ['enum', 'const'])) continue;
      if (!isOfType(schema, 'number') && !isOfType(schema, 'integer')) continue;
      if (!UNIT.test(`${descriptionOf(node) ?? ''} ${words.join(' ')}`))
        report({ at: path, property, units });
    }
  },
  message: ({ property }) => `Nothing says in which unit ${quoted(property)} is.`,
  help: ({ units }) => `Name the unit in the description, for example ${units}.`,
  bad: withProperty(
    'delay',
    { type: 'integer', minimum: 0, maximum: 60, description: 'How long to wait.' },
    5,
  ),
  good: withProperty(
    'delay',
    { type: 'integer', minimum: 0, maximum: 60, description: 'How long to wait, in seconds.' },
    5,
  ),
});
