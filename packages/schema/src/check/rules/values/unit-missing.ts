import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType, propertiesOf } from '../../../model/schema-node.ts';
import { nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

const each = (words: string, units: string): (readonly [string, string])[] =>
  words.split(' ').map((word) => [word, units] as const);

/** The last one or two words of a property's name → units it may be in. */
const MEASURES: ReadonlyMap<string, string> = new Map([
  ...each(
    'timeout delay duration interval ttl latency debounce throttle cooldown wait waitfor pause sleep period lifetime maxage expiresin',
    '"in milliseconds" or "in seconds"',
  ),
  ...each(
    'timestamp epoch since until createdafter createdbefore updatedafter updatedbefore starttime endtime',
    '"in milliseconds since 1970"',
  ),
  ...each('filesize bytesize maxsize memory bandwidth bitrate', '"in bytes" or "in megabytes"'),
  ...each('distance radius altitude elevation', '"in metres" or "in kilometres"'),
  ...each('width height', '"in pixels" or "in centimetres"'),
  ...each('price cost budget fee fare salary amount', '"in euros" or "in cents"'),
  ...each('angle rotation bearing', '"in degrees"'),
  ['length', '"in centimetres" or "in seconds"'],
  ['volume', '"in litres" or "in percent"'],
  ['weight', '"in grams" or "in kilograms"'],
  ['temperature', '"in degrees Celsius"'],
  ['speed', '"in kilometres per hour"'],
]);

// Units, and words after which a number needs none.
const UNIT =
  /\b(milliseconds?|ms|msec|seconds?|secs?|s|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|unix|bytes?|[kmgt]i?b|[kmg]?b(?:it)?\/?ps|[kmg]?bits?|kilobytes?|megabytes?|gigabytes?|(kilo|centi|milli)?met(re|er)s?|km|cm|mm|miles?|feet|ft|inch(es)?|yards?|pixels?|px|pt|r?em|percent(age)?|ratio|factor|fraction|share|degrees?|radians?|celsius|fahrenheit|kelvin|°[cf]|(kilo|milli)?grams?|kg|g|lbs?|ounces?|oz|tonnes?|(milli)?lit(re|er)s?|gallons?|ml|km\/h|kmh|mph|m\/s|knots?|euros?|eur|dollars?|usd|pounds?|gbp|cents?|yen|jpy|francs?|chf|rupees?|inr|currenc(y|ies)|relative|sampling|randomness|how many|number of|count of|times|characters?)\b|[%°€$£¥]/i;
/** What is counted, where the description says so: `in rows`, `(cells)`. */
const COUNTED =
  /(?:\bin|\()\s*(?:points?|cells?|rows?|columns?|lines?|ticks?|frames?|steps?|units?)\b|\b(?:from|between)\s+-?\d+(?:\.\d+)?\s[^.]{0,30}?\b(?:to|and)\s+\d|\b\d+\s*(?:-|–)\s*\d+\b/i;
/** A property beside it that names the unit. */
const UNIT_NAME = /^(?:unit|units|currency|\w+unit)$/i;

export const unitMissing: ToolRule<{ property: string; units: string }> = defineRule({
  id: 'unit-missing',
  family: 'values',
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
      const units = MEASURES.get(words.slice(-2).join('')) ?? MEASURES.get(last);
      if (units === undefined || hasAny(schema, ['enum', 'const'])) continue;
      if (Object.keys(propertiesOf(node.parent?.schema ?? {})).some((name) => UNIT_NAME.test(name))) continue;
      if (!isOfType(schema, 'number') && !isOfType(schema, 'integer')) continue;
      const said = `${descriptionOf(node) ?? ''} ${words.join(' ')}`;
      if (!UNIT.test(said) && !COUNTED.test(said)) report({ at: path, property, units });
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
