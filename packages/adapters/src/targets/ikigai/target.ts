import { isObject } from '@btcp/schema/internal';
import { describe, everyGroup, KEEP, keywordTable } from '../../lower/rules.ts';
import type { SchemaRules } from '../../lower/lowering.ts';
import { collapseAny, collapseEnums, collapseTypes, collapseUnions } from './collapse-steps.ts';
import { constToEnum } from '../../lower/steps/types.ts';
import { inlineRefs } from '../../lower/steps/references.ts';
import { NOT_AT_ROOT } from '../../lower/steps/root.ts';
import { describeTuples, requireDescribed } from '../../lower/steps/open-api.ts';
import { dropOutput, type ExportProfile, type PlainTool } from '../../profile/export-profile.ts';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import type { BTCPError } from '@btcp/core';
import { type FormatCalls, notedValue } from '../../profile/format-calls.ts';

/** A tool's program. */
export const PROGRAM = { suffix: '-tool', describe: '--schema' } as const;

const OUTSIDE = describe('not in the ikigai subset');

/** Only `type`, `description`, `enum`, `items`, `properties` and `required` are allowed. */
const SCHEMA: SchemaRules = {
  base: '/parameters',
  keywords: keywordTable(
    {
      ...everyGroup(OUTSIDE),
      core: KEEP,
      title: { do: 'drop', detail: 'not in the ikigai subset' },
      annotations: { do: 'drop', detail: 'not in the ikigai subset' },
      additionalProperties: {
        do: 'choose',
        by: (value) =>
          value === false ? { do: 'drop', detail: 'ikigai adds it during translation' } : OUTSIDE,
      },
      allOf: { do: 'refuse', detail: 'can not be merged into the schema around it' },
    },
    { $defs: { do: 'omit' } },
  ),
  notAtRoot: NOT_AT_ROOT,
  recursion: 'refuse',
  before: [
    inlineRefs,
    collapseUnions,
    constToEnum,
    collapseTypes,
    collapseEnums,
    describeTuples,
    requireDescribed,
  ],
  any: collapseAny,
  order: ['type', 'description', 'enum', 'items', 'properties', 'required'],
};

const profile: ExportProfile = {
  media: 'note',
  takesFiles: true,
  names: {
    chars: 'A-Za-z0-9_',
    // An executable's name could not hold more.
    max: 200,
    separator: '_',
    isSnakeCase: true,
    describe: (from, to) => `${from} -> ${to}; binary ${to.replaceAll('_', '-')}-tool`,
  },
  schema: SCHEMA,
  maxBytes: 8191,
  // Leaves most of those bytes to the parameters.
  maxDescription: 1000,
  write: (entry) => ({
    tool: {
      name: entry.name,
      description: entry.description,
      // A tool without parameters has an object without any.
      parameters: isObject(entry.inputSchema['properties'])
        ? entry.inputSchema
        : { ...entry.inputSchema, properties: {} },
    },
    changes: dropOutput(entry, 'no field'),
  }),
};

/** The result that ikigai passes to its model. */
export type IkigaiResult =
  | { readonly tool_success: true; readonly result: unknown }
  | { readonly tool_success: false; readonly error: string; readonly error_code: string };

/** A call as ikigai's providers give it. */
const calls: FormatCalls<IkigaiResult> = {
  call: { wrappers: ['function'], input: 'arguments' },
  writeResult: (_, outcome) =>
    outcome.ok
      ? { tool_success: true, result: notedValue(outcome) }
      : { tool_success: false, error: messageOf(outcome.error), error_code: outcome.error.code },
};

const messageOf = ({ message, suggestion }: BTCPError): string =>
  suggestion === undefined ? message : `${message}\nSuggestion: ${suggestion}`;

/** What `--schema` of an ikigai tool prints. */
export const ikigai: Exports<PlainTool> & Imports & Calls<IkigaiResult> = {
  export: profile,
  program: PROGRAM,
  import: { title: 'ikigai', input: [{ field: 'parameters' }], output: [], quiet: [] },
  calls,
};
