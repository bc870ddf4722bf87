import { getOwn, type MutableObject } from '../../model/own-property.ts';
import { descriptionOf, hasAny, isOfType, propertiesOf } from '../../model/schema-node.ts';
import { accepts } from '../../relate/accepts.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import { nameWords } from '../text/lexicon.ts';
import { quoted } from '../text/quote.ts';

/** Names of what is counted: half of one makes no sense. */
const COUNTS = new Set(
  'count limit offset page index row rows column columns copies pages retries attempts quantity skip take age results hits guests adults children passengers people persons nights seats tickets year port'.split(
    ' ',
  ),
);

/** Matches descriptions of something that is counted, not measured. */
const COUNTED =
  /^\W*(?:the )?(?:(?:maximum|minimum|total|largest|smallest) )?(?:number of|how many)\b(?! (?:\w+ )?(?:hours|days|weeks|months|years|minutes|seconds|kilo\w+|met(?:re|er)s|miles|lit(?:re|er)s|grams|degrees|percent|euros|dollars)\b)/i;

const MEASURED = /\b(?:kilo)?grams?\b|\bkg\b|\blit(?:re|er)s?\b|\bmet(?:re|er)s?\b|\bfractions?\b/i;

const WHOLE = ['enum', 'const', 'format'];

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

/** What is counted, where the description says so: `in rows`, `(cells)`, `amount of items`, `in document units`. */
const COUNTED_UNIT =
  /(?:\bin|\(|\b(?:amount|quantity|maximum|minimum|most|max|min)(?: of)?)\s*(?:points?|cells?|rows?|columns?|lines?|ticks?|frames?|steps?|units?|items?|entries|records|elements|tokens?|words?|pages?|pieces?|people)\b|\bin (?:[\w-]+ ){1,3}units?\b|\b(?:from|between)\s+-?\d+(?:\.\d+)?\s[^.]{0,30}?\b(?:to|and)\s+\d|\b\d+\s*(?:-|–)\s*\d+\b/i;

/** A property beside it that names the unit. */
const UNIT_NAME = /^(?:unit|units|currency|\w+unit)$/i;

export const NUMBER_RULES: readonly ToolRule[] = [
  defineRule<{ property: string }>({
    id: 'count-as-number',
    severity: 'warning',
    check({ tool, report }) {
      for (const node of tool.inputs) {
        const { schema, path, property = '' } = node;
        const description = (descriptionOf(node) ?? '').slice(0, 500);
        const words = nameWords(property);
        const isCount =
          COUNTED.test(description) ||
          COUNTS.has(words.at(-1) ?? '') ||
          (/^(num|number)$/.test(words[0] ?? '') && words.length > 1);
        if (
          isCount &&
          !MEASURED.test(description) &&
          isOfType(schema, 'number') &&
          !hasAny(schema, WHOLE) &&
          takesFractions(schema)
        )
          report({ at: path, property });
      }
    },
    message: ({ property }) =>
      `The property ${quoted(property)} counts something, but accepts fractions such as 2.5.`,
    help: 'Make it `Type.Integer()`; in JSON, `"type": "integer"`.',
  }),
  defineRule<{ property: string; units: string }>({
    id: 'unit-missing',
    severity: 'warning',
    after: ['property-without-description'],
    check({ tool, report }) {
      for (const node of tool.inputs) {
        const { schema, path, property = '' } = node;
        const words = nameWords(property);
        const last = words.at(-1) ?? '';
        const units = MEASURES.get(words.slice(-2).join('')) ?? MEASURES.get(last);
        if (units === undefined || hasAny(schema, ['enum', 'const'])) continue;
        if (Object.keys(propertiesOf(node.parent?.schema ?? {})).some((name) => UNIT_NAME.test(name)))
          continue;
        if (!isOfType(schema, 'number') && !isOfType(schema, 'integer')) continue;
        const said = `${descriptionOf(node) ?? ''} ${words.join(' ')}`;
        if (!UNIT.test(said) && !COUNTED_UNIT.test(said)) report({ at: path, property, units });
      }
    },
    message: ({ property }) => `Nothing says in which unit ${quoted(property)} is.`,
    help: ({ units }) => `Name the unit in the description, for example ${units}.`,
  }),
];

/** Whether a number between its limits may be a fraction. */
function takesFractions(schema: Readonly<MutableObject>): boolean {
  const limit = ['minimum', 'maximum']
    .map((each) => getOwn(schema, each))
    .find((each) => typeof each === 'number');
  const whole = Math.floor(limit ?? 2);
  return [whole - 0.5, whole + 0.5].some((fraction) => accepts(schema, fraction) !== false);
}
