import type { Diagnostic, UnplacedDiagnostic } from '@btcp/core';
import type { CheckContext, CheckedTool } from '../checked-tool.ts';
import { discoverTools } from '../../discover/discover-tools.ts';
import { pointerOfAlias } from '../aliases.ts';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import { locate } from '../../source/locate.ts';
import { type Position, positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';

type ReportedTool = Pick<DiscoveredTool, 'definition' | 'nameNode'> & {
  readonly name: string;
  readonly alias?: unknown;
  readonly definitionValue?: { readonly library?: string };
};

/** Collects the diagnostics of one tool, each located in the source. */
export class ToolReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #tool: ReportedTool;

  constructor(project: SourceProject, tool: ReportedTool) {
    this.#project = project;
    this.#tool = tool;
  }

  /** Adds an error; its path points into the definition, and is empty for the tool as a whole. */
  error(error: Omit<UnplacedDiagnostic, 'severity'>): void {
    this.add({ severity: 'error', ...error });
  }

  add({ path, ...diagnostic }: UnplacedDiagnostic): void {
    this.addAt(path, diagnostic);
  }

  /** @param at - A source position, or a JSON pointer into the definition. */
  addAt(at: Position | string, diagnostic: Omit<UnplacedDiagnostic, 'path'>): void {
    const { id, severity, message, help, data } = diagnostic;
    const place = typeof at === 'string' ? this.#placeAt(at) : at;
    this.diagnostics.push({
      id,
      severity,
      tool: this.#tool.name,
      ...place,
      message,
      help: help && inLibrary(help, this.#tool.definitionValue?.library),
      ...(data && { data }),
    });
  }

  #placeAt(path: string): Position {
    const node = this.#nodeAt(path);
    const { definition, nameNode } = this.#tool;
    return positionOf(this.#project, node === definition ? nameNode : node);
  }

  #nodeAt(path: string): ReturnType<typeof locate> {
    const { definition, alias, name } = this.#tool;
    if (alias !== undefined) return locate(definition, pointerOfAlias(name, path), this.#project);
    // A derived output schema is located at the code it is derived from.
    const isDerived = path.startsWith('/outputSchema') && locate(definition, '/outputSchema') === definition;
    return locate(definition, isDerived ? '/execute' : path, this.#project);
  }
}

/** Locates a diagnostic about a checked tool, whose file is read again if it was not changed. */
export function reportOn(
  { syntax, cache }: Pick<CheckContext, 'syntax' | 'cache'>,
  tool: CheckedTool,
  diagnostic: UnplacedDiagnostic,
): Diagnostic {
  const { file, exportName, name, alias } = tool;
  return cache.remember(['report', tool.key, diagnostic], () => {
    const found = discoverTools(syntax, [file]).tools.find((each) => each.exportName === exportName);
    if (!found) throw new Error(`${file} no longer defines ${exportName}.`);
    const report = new ToolReport(syntax, { ...found, name, ...(alias && { alias }) });
    report.add(diagnostic);
    return report.diagnostics[0] as Diagnostic; // the one that was added
  });
}

/** What rules advise, for TypeBox or JSON Schema, and how Zod, Valibot and ArkType say it; `$1` is what was captured. */
type Phrase = readonly [advice: RegExp, ...inLibraries: readonly string[]];

const LIBRARIES: readonly string[] = ['zod', 'valibot', 'arktype'];

// prettier-ignore
const PHRASES: readonly Phrase[] = [
  [/Add `additionalProperties: false`; in TypeBox,/, 'Write', 'Write', 'Write'],
  [/add `additionalProperties: false`, in TypeBox/, 'write', 'write', 'write'],
  [/; in JSON, `[^`]*`/, '', '', ''],
  // ArkType's JSON Schema has no defaults.
  [/Add a `default` in place of.*; or say/, '$&', '$&', 'Say'],
  [/Move it to the schema, as .* in\.$/, '$&', '$&', 'Say it in the description: ArkType publishes no defaults.'],
  [/(?<=Add )`default: (.*?)`/, '`.default($1)`', '`v.optional(…, $1)`', '`default: $1`'],
  [/(?<=Add a |as |a )`default(?:: (.*?))?`/, '`.default($1)`', '`v.optional(…, $1)`', 'default'],
  [/(?<=a )`description`/, "`.describe('…')`", "`v.description('…')`", "`.describe('…')`"],
  [/List in `required`/, 'Take `.optional()` off', 'Take `v.optional(…)` off', 'Take the `?` off'],
  [/`additionalProperties: true`/, '`z.looseObject({ … })`', '`v.looseObject({ … })`', "`'+': 'ignore'`"],
  [/`format: 'email'`/, '`z.email()`', '`v.email()`', "`'string.email'`"],
  [/`format: 'uri'`/, '`z.url()`', '`v.url()`', "`'string.url'`"],
  [/`format: 'uuid'`/, '`z.uuid()`', '`v.uuid()`', "`'string.uuid'`"],
  [/`format: 'date'`/, '`z.iso.date()`', '`v.isoDate()`', "`'string.date.iso'`"],
  [/`format: 'date-time'`/, '`z.iso.datetime()`', '`v.isoTimestamp()`', "`'string.date.iso'`"],
  [/(?<=or )`format`/, '`z.email()`', '`v.email()`', "`'string.email'`"],
  [/`pattern`/, '`.regex(…)`', '`v.regex(…)`', '`.matching(…)`'],
  [/`minimum(?:: (.*?))?`/, '`.min($1)`', '`v.minValue($1)`', '`.atLeast($1)`'],
  [/`maximum(?:: (.*?))?`/, '`.max($1)`', '`v.maxValue($1)`', '`.atMost($1)`'],
  [/`min(?:Items|Length)`/, '`.min(…)`', '`v.minLength(…)`', '`.atLeastLength(…)`'],
  [/`max(?:Items|Length)`/, '`.max(…)`', '`v.maxLength(…)`', '`.atMostLength(…)`'],
  [/Type\.Object\(\{ request: Type\.Union\(\[ … \]\) \}\)/, "z.object({ request: z.discriminatedUnion('kind', [ … ]) })", "v.object({ request: v.variant('kind', [ … ]) })", 'type({ request: One.or(Other) })'],
  [/Type\.Object\(\{\}, \{ additionalProperties: false \}\)/, 'z.object({})', 'v.object({})', "type({ '+': 'reject' })"],
  [/Type\.Object\(\{ … \}, \{ additionalProperties: false \}\)/, 'z.object({ … })', 'v.object({ … })', "type({ '+': 'reject', … })"],
  [/Type\.Object\(/, 'z.object(', 'v.object(', 'type('],
  [/Type\.Union\(\[…, Type\.Null\(\)\]\)/, '….nullable()', 'v.nullable(…)', ".or('null')"],
  [/Type\.Union\(\[(Type\.Literal\('.*?'\))\]\)/, 'z.enum([$1])', 'v.picklist([$1])', 'type.enumerated($1)'],
  [/Type\.Literal\(('.*?')\)/, '$1', '$1', '$1'],
  [/`Type\.Optional`/, '`.optional()`', '`v.optional(…)`', 'the `?`'],
  [/Type\.Array\(Type\.String\(\)\)/, 'z.array(z.string())', 'v.array(v.string())', "'string[]'"],
  [/Type\.String\(\)/, 'z.string()', 'v.string()', "'string'"],
  [/Type\.Number\(\)/, 'z.number()', 'v.number()', "'number'"],
  [/Type\.Integer\(\)/, 'z.int()', 'v.pipe(v.number(), v.integer())', "'number.integer'"],
  [/Type\.Boolean\(\)/, 'z.boolean()', 'v.boolean()', "'boolean'"],
];

/**
 * Words advice for the library that a tool's schema is written with.
 *
 * @param library - Its vendor, as Standard Schema names it; absent for TypeBox.
 */
export function inLibrary(advice: string, library: string | undefined): string {
  const column = LIBRARIES.indexOf(library ?? '');
  if (column < 0) return advice;
  return PHRASES.reduce(
    (text, [words, ...others]) =>
      text.replace(new RegExp(words, 'g'), (all, given?: unknown) =>
        (others[column] ?? '')
          .replace('$&', () => all)
          .replace('$1', () => (typeof given === 'string' ? given : '…')),
      ),
    advice,
  );
}
