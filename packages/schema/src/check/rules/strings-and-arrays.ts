import { FORMATS } from '../../compile/formats.ts';
import { joinPointer } from '../../model/pointer.ts';
import { acceptsAnything, hasAny, isOfType, textOf } from '../../model/schema-node.ts';
import { findOpenEnds, type OpenEnds } from '../../pattern/open-ends.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import type { SlowPattern } from '../facts/slow-patterns.ts';
import { quoted } from '../text/quote.ts';
import { formatInWords } from '../text/said-in-words.ts';

/** Keywords that restrict strings by themselves. */
const RESTRICTING = ['pattern', 'enum', 'const'];

// Only another spelling is certain to be a mistake: `uint24` is neither `int32` nor `uint32`.
const plain = (format: string): string => format.toLowerCase().replace(/[^a-z0-9]/g, '');

const SUGGESTIONS: ReadonlyMap<string, string> = new Map(
  [...FORMATS.keys()].map((format) => [plain(format), format]),
);

/** A smaller limit could be proven too, but would leave no room for real values. */
const MIN_LIMIT = 16;

const ONE_WAY =
  'Let each turn of a loop begin with a character that cannot stand in the turn before, as in `^[a-z]+(-[a-z]+)*$`, and each loop end at one that it cannot read itself, as in `^[^,]*,[^,]*$`';

/** Rules about strings, their formats and patterns, and about arrays. */
export const STRING_AND_ARRAY_RULES: readonly ToolRule[] = [
  defineRule<{ property: string; format: string }>({
    id: 'format-missing',
    severity: 'info',
    after: ['property-without-description'],
    check({ tool, report }) {
      for (const node of tool.inputs) {
        const format = formatInWords(node);
        if (format !== undefined) report({ at: node.path, property: node.property ?? '', format });
      }
    },
    message: ({ property, format }) =>
      `The property ${quoted(property)} looks like ${format === 'uri' ? 'a URL' : `a value of the format "${format}"`}, but accepts any string.`,
    help: ({ format }) => `Add \`format: '${format}'\`, or a \`pattern\` if its form is another one.`,
  }),
  defineRule<{ format: string; meant?: string }>({
    id: 'format-unknown',
    severity: 'info',
    check({ tool, report }) {
      for (const { schema, path } of tool.schemas) {
        const format = textOf(schema, 'format');
        if (format === undefined || FORMATS.has(format) || hasAny(schema, RESTRICTING)) continue;
        const meant = SUGGESTIONS.get(plain(format));
        report({ at: joinPointer(path, 'format'), format, ...(meant !== undefined && { meant }) });
      }
    },
    message: ({ format, meant }) =>
      meant === undefined
        ? `The format ${quoted(format)} is not known, so it is published but not enforced.`
        : `The format ${quoted(format)} is not known, so it is published but not enforced; did you mean "${meant}"?`,
    help: ({ format, meant }) =>
      meant === undefined
        ? `Write \`pattern\` beside it, or say in the config what it means: \`formats: { ${JSON.stringify(format)}: '^…$' }\`.`
        : `Write "${meant}", or \`pattern\` beside it.`,
  }),
  defineRule<Omit<SlowPattern, 'path'>>({
    id: 'pattern-slow',
    severity: 'error',
    check({ tool, report }) {
      for (const { path: at, ...slow } of tool.slowPatterns) report({ at, ...slow });
    },
    message: ({ pattern, length }) =>
      length === undefined
        ? `The pattern ${quoted(pattern)} is too large, or written in too unusual a way, to be proven fast.`
        : `The pattern ${quoted(pattern)} may take more than a million tries on a string of ${length} characters.`,
    help: ({ isOpen, length = 0, isOfNames }) => {
      const ways = [
        ...(isOpen
          ? [
              'If it describes the string from its beginning, begin it with `^`; now a match is looked for from every character on',
            ]
          : []),
        ...(length > MIN_LIMIT && !isOfNames
          ? [`Limit the string with \`maxLength: ${length - 1}\`, or less`]
          : []),
        ONE_WAY,
      ];
      return `${ways.join('. Or: ')}.`;
    },
  }),
  defineRule<{ pattern: string; open: OpenEnds }>({
    id: 'pattern-unanchored',
    severity: 'warning',
    after: ['pattern-slow'],
    check({ tool, report }) {
      for (const { schema, path } of tool.schemas) {
        const pattern = textOf(schema, 'pattern');
        const parsed = pattern === undefined ? undefined : parsePattern(pattern);
        const open = parsed && findOpenEnds(parsed);
        if (pattern !== undefined && open) report({ at: joinPointer(path, 'pattern'), pattern, open });
      }
    },
    message: ({ pattern, open }) =>
      `The pattern ${quoted(pattern)} passes any string ${open === 'both' ? 'that contains a match' : open === 'start' ? 'that ends in a match' : 'that begins with a match'}.`,
    help: ({ open }) =>
      open === 'both'
        ? 'Put `^` before it and `$` behind it, around all alternatives: `^(a|b)$`.'
        : `Put \`${open === 'start' ? '^' : '$'}\` at its ${open}, around all alternatives.`,
  }),
  defineRule<{ property: string }>({
    id: 'list-without-items',
    severity: 'warning',
    check({ tool, report }) {
      for (const { schema, field, path, property } of tool.schemas) {
        if (
          field === 'inputSchema' &&
          isOfType(schema, 'array') &&
          !hasAny(schema, ['prefixItems', 'enum', 'const']) &&
          acceptsAnything(schema['items'] ?? true)
        )
          report({ at: path, property: property ?? 'items' });
      }
    },
    message: ({ property }) => `The array ${quoted(property)} does not say what its elements are.`,
    help: 'Add `items`, the schema of one element.',
  }),
];
