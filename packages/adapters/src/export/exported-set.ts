import type { JsonSchema, JsonSchemaObject, ManifestTool } from '@btcp/core';
import { type MutableObject, isObject, joinPointer, propertiesOf, walkSchema } from '@btcp/schema/internal';
import type { ExportChange, RefusedTool, Warning } from '../lower/rules.ts';
import { copyJson } from '../lower/schemas.ts';
import type { NamedTool } from '../names/exported-names.ts';
import type { ExportProfile, TargetOptions } from '../profile/export-profile.ts';
import { mediaInputs, withoutMedia } from '../profile/content/media.ts';
import { describeWithin } from '../profile/describe-tool.ts';
import type { ReadableTool } from './read-tool.ts';
import { StrictBudget } from './strict-budget.ts';
import { lowerInlined, lowerSchema, type LoweredSchema } from '../lower/lower-schema.ts';

export interface ReportedChanges {
  readonly tool: string;
  /** The field of the tool that the changes' paths point into; empty for the tool itself. */
  readonly field: string;
  readonly changes: readonly ExportChange[];
}

export interface LoweredEntry {
  readonly tool: ManifestTool;
  /** Normalised. */
  readonly inputSchema: JsonSchemaObject;
  readonly lowered: LoweredTool;
}

/** Why a part of a tool can't be expressed. */
type Loss = Pick<ExportChange, 'path' | 'keyword' | 'detail'>;

/** The tools of one request; they are added one by one. */
export class ExportedSet {
  readonly tools: MutableObject[] = [];
  readonly names: NamedTool[] = [];
  readonly refused: RefusedTool[] = [];
  readonly entries: LoweredEntry[] = [];
  readonly reports: ReportedChanges[] = [];
  readonly #ofRequest = new Set<string>();
  readonly #profile: ExportProfile;
  readonly options: TargetOptions;
  readonly #budget: StrictBudget | undefined;

  constructor(profile: ExportProfile, options: TargetOptions, strict: boolean) {
    this.#profile = profile;
    this.options = options;
    if (strict && profile.strict !== undefined) this.#budget = new StrictBudget(profile.strict.limits);
  }

  /** Leaves out unreadable tools, and every tool after the first one with its name. */
  dropRepeated(tools: readonly (ReadableTool | RefusedTool)[]): ReadableTool[] {
    const seen = new Set<string>();
    return tools.filter((entry): entry is ReadableTool => {
      if ('reason' in entry) {
        this.refused.push(entry);
        return false;
      }
      if (seen.has(entry.name)) {
        this.#refuse(entry.name, { path: '/name', detail: 'another tool has the same name' });
        return false;
      }
      seen.add(entry.name);
      return true;
    });
  }

  add(entry: ReadableTool, name: string): void {
    const { tool } = entry;
    const takeBudget = this.#budget && ((schema: MutableObject) => this.#takeBudget(schema));
    const lowered = lowerTool(entry.inputSchema, this.#profile, takeBudget, this.options.inlineRefs);
    const { schema, changes, refusal, strict } = lowered;
    const loss = refusal ?? this.#findBadName(schema);
    if (loss !== undefined) return this.#refuse(tool.name, loss);
    const { description, changes: described } = describeWithin(tool, this.#profile.maxDescription);
    const { media } = this.#profile;
    const output = media && withoutMedia(entry.outputSchema, media, this.#profile.carries);
    const written = this.#profile.write({
      tool,
      name,
      description,
      inputSchema: schema,
      // A copy, as the tool is read once for all targets.
      outputSchema: copyJson(output ? output.schema : entry.outputSchema) as JsonSchema | undefined,
      strict,
      options: this.options,
    });
    if (this.options.deferLoading === true) written.tool['defer_loading'] = true;
    const size = this.#findSize(written.tool);
    if (size !== undefined) return this.#refuse(tool.name, size);
    this.tools.push(written.tool);
    this.entries.push({ tool, inputSchema: entry.inputSchema, lowered });
    this.names.push({ exportedName: name, tool, strict });
    this.#warn(tool, [...this.#nameChanges(tool, name), ...described]);
    this.#warn(tool, [...changes, ...(media ? mediaInputs(entry.inputSchema) : [])], '/inputSchema');
    this.#warn(tool, findUnsupported(schema, this.#profile), '/inputSchema');
    this.#warn(tool, [...(output?.changes ?? []), ...written.changes]);
  }

  /** All warnings; those that concern the whole request come last. */
  finish(): readonly Warning[] {
    const { maxTools: limit } = this.#profile;
    if (limit !== undefined && this.tools.length > limit) {
      this.#ofRequest.add(`a request may hold ${limit} tools; these are ${this.tools.length}`);
    }
    const ofRequest = [...this.#ofRequest].map((detail): Warning => ({
      code: 'size-exceeded',
      path: '',
      detail,
    }));
    const missing = this.#profile.findMissing?.(this.options);
    return [
      ...this.reports.flatMap((report) => this.#toWarnings(report)),
      ...ofRequest,
      ...(missing === undefined ? [] : [{ code: 'field-dropped' as const, path: '', detail: missing }]),
    ];
  }

  #takeBudget(schema: MutableObject): ExportChange | undefined {
    const exceeded = this.#budget?.take(schema);
    if (exceeded === undefined) return undefined;
    const { detail, isOfRequest } = exceeded;
    if (isOfRequest)
      this.#ofRequest.add(`${detail.replace(/; this one.*/u, '')}; some tools are sent without strictness`);
    return { code: 'strict-fallback', path: '', detail, effect: 'none' };
  }

  #findBadName(schema: MutableObject): Loss | undefined {
    const { pattern, isRefused = false } = this.#profile.parameterNames ?? {};
    const [path] = isRefused ? badNames(schema, pattern) : [];
    if (path === undefined) return undefined;
    return { path, keyword: 'properties', detail: `the name of a property must match ${pattern?.source}` };
  }

  #findSize(tool: MutableObject): Loss | undefined {
    const { maxBytes } = this.#profile;
    if (maxBytes === undefined) return undefined;
    const bytes = new TextEncoder().encode(JSON.stringify(tool)).length;
    if (bytes <= maxBytes) return undefined;
    return { path: '', detail: `the tool may take ${maxBytes} bytes as JSON; it takes ${bytes}` };
  }

  #nameChanges(tool: ManifestTool, name: string): readonly ExportChange[] {
    const { describe } = this.#profile.names;
    if (tool.name === name || describe === 'silent') return [];
    const detail = describe?.(tool.name, name) ?? `${tool.name} -> ${name}`;
    return [{ code: 'name-rewritten', path: '/name', detail, effect: 'none' }];
  }

  #refuse(tool: string, { path, keyword, detail }: Loss): void {
    this.refused.push({ tool, reason: detail, path, ...(keyword !== undefined && { keyword }) });
  }

  /** @param field - The field that the changes' paths point into; empty for the tool. */
  #warn({ name }: ManifestTool, changes: readonly ExportChange[], field = ''): void {
    const told = changes.filter(({ isSilent }) => isSilent !== true);
    if (told.length > 0) this.reports.push({ tool: name, field, changes: told });
  }

  #toWarnings({ tool, field, changes }: ReportedChanges): readonly Warning[] {
    const base = field === '' ? '' : (this.#profile.schema.base ?? '');
    return changes.map(({ code, path, keyword, detail }) =>
      keyword === undefined
        ? { tool, code, path: base + path, detail }
        : { tool, code, path: base + path, keyword, detail },
    );
  }
}

/** What a target accepts but may refuse or misread in a schema of its form. */
function findUnsupported(
  schema: MutableObject,
  { parameterNames, manyEnumValues = Infinity }: ExportProfile,
): readonly ExportChange[] {
  const large: ExportChange[] = [];
  walkSchema(schema, (node, path) => {
    const values = isObject(node) ? node['enum'] : undefined;
    if (!Array.isArray(values) || values.length <= manyEnumValues) return;
    const detail = `${values.length} values; the target has refused enums of fewer than 100`;
    large.push({ code: 'size-exceeded', path, keyword: 'enum', detail, effect: 'none' });
  });
  return [
    ...badNames(schema, parameterNames?.pattern).map((path): ExportChange => {
      const detail = `the name of a parameter must match ${parameterNames?.pattern.source}`;
      return { code: 'property-name-rejected', path, keyword: 'properties', detail, effect: 'none' };
    }),
    ...large,
  ];
}

/** JSON pointers of the properties whose names a target does not allow. */
function badNames(schema: MutableObject, pattern: RegExp = /^/): string[] {
  const found: string[] = [];
  walkSchema(schema, (node, pointer) => {
    for (const name of Object.keys(isObject(node) ? propertiesOf(node) : {}))
      if (!pattern.test(name)) found.push(joinPointer(pointer, 'properties', name));
  });
  return found;
}

/** An input schema in a target's form, and whether that is the strict one. */
interface LoweredTool extends LoweredSchema {
  readonly strict: boolean;
}

/** Reserves what a strict schema needs of the request's limits; returns why it can't. */
type TakeBudget = (schema: MutableObject) => ExportChange | undefined;

/**
 * Writes an input schema in a target's form: the strict one where it is requested and equivalent.
 *
 * @param takeBudget - Requests the strict form.
 */
function lowerTool(
  inputSchema: JsonSchemaObject,
  { schema: loose, strict, inlined }: ExportProfile,
  takeBudget: TakeBudget | undefined,
  inlineRefs = false,
): LoweredTool {
  if (inlineRefs && inlined !== undefined)
    return { ...lowerInlined(inputSchema, inlined, loose), strict: false };
  if (takeBudget === undefined || strict === undefined) {
    return { ...lowerSchema(inputSchema, loose), strict: false };
  }
  const lowered = lowerSchema(inputSchema, strict.schema);
  const refusal = lowered.refusal && { ...lowered.refusal, code: 'strict-fallback' as const };
  const fallback = refusal ?? lowered.fallback ?? takeBudget(lowered.schema);
  if (fallback === undefined) return { ...lowered, strict: true };
  const other = lowerSchema(inputSchema, loose);
  return { ...other, changes: [fallback, ...other.changes], strict: false };
}
