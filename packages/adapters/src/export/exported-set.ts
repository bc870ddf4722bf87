import type { JsonSchema, JsonSchemaObject, ManifestTool } from '@btcp/core';
import { isObject, joinPointer, walkSchema, type MutableObject } from '@btcp/schema';
import type { RefusedTool } from '../export-tools.ts';
import type { Change, Obstacle } from '../lower/change.ts';
import { copyJson } from '../lower/copy-json.ts';
import type { NamedTool } from '../names/exported-names.ts';
import type { Profile, TargetOptions } from '../targets/profile.ts';
import type { Warning } from '../warning.ts';
import { describeTool } from './describe-tool.ts';
import { lowerTool, type LoweredTool } from './lower-tool.ts';
import type { ReadableTool, UnreadableTool } from './read-tool.ts';
import { StrictBudget } from './strict-budget.ts';

/** A change that is warned of, at its place in the tool. */
export interface ReportedChange extends Change {
  readonly tool: string;
  /** A JSON pointer into the tool. */
  readonly at: string;
}

/** A tool that was exported, with what became of its input schema. */
export interface LoweredEntry {
  readonly tool: ManifestTool;
  /** Normalised. */
  readonly inputSchema: JsonSchemaObject;
  readonly lowered: LoweredTool;
}

/** The tools of one request, as they are added one by one. */
export class ExportedSet {
  readonly tools: MutableObject[] = [];
  readonly names: NamedTool[] = [];
  readonly refused: RefusedTool[] = [];
  readonly entries: LoweredEntry[] = [];
  readonly reports: ReportedChange[] = [];
  readonly #warnings: Warning[] = [];
  readonly #ofRequest = new Set<string>();
  readonly #profile: Profile;
  readonly #options: TargetOptions;
  readonly #budget: StrictBudget | undefined;

  constructor(profile: Profile, options: TargetOptions, strict: boolean) {
    this.#profile = profile;
    this.#options = options;
    if (strict && profile.strict !== undefined) this.#budget = new StrictBudget(profile.strict.limits);
  }

  /** Leaves out what can't be read, and every tool after the first one of its name. */
  dropRepeated(tools: readonly (ReadableTool | UnreadableTool)[]): ReadableTool[] {
    const seen = new Set<string>();
    return tools.filter((entry): entry is ReadableTool => {
      if ('reason' in entry) {
        this.#refuse(entry.name, { ...entry, detail: entry.reason });
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
    const lowered = lowerTool(entry.inputSchema, this.#profile, takeBudget);
    const { schema, changes, refusal, strict } = lowered;
    const obstacle = refusal ?? this.#findBadName(schema);
    if (obstacle !== undefined) return this.#refuse(tool.name, obstacle);
    const { description, changes: described } = describeTool(tool, this.#profile.maxDescription);
    const written = this.#profile.write({
      tool,
      name,
      description,
      inputSchema: schema,
      // A copy, as the tool is read once for all targets.
      outputSchema: copyJson(entry.outputSchema) as JsonSchema | undefined,
      strict,
      options: this.#options,
    });
    const size = this.#findSize(written.tool);
    if (size !== undefined) return this.#refuse(tool.name, size);
    this.tools.push(written.tool);
    this.entries.push({ tool, inputSchema: entry.inputSchema, lowered });
    this.names.push({ exportedName: name, tool, strict });
    this.#warn(tool, [...this.#nameChanges(tool, name), ...described]);
    this.#warn(tool, changes, '/inputSchema');
    this.#warn(tool, this.#findTrouble(schema), '/inputSchema');
    this.#warn(tool, written.changes);
  }

  /** All warnings; those that concern the whole request come last. */
  finish(): readonly Warning[] {
    const limit = this.#profile.limits?.tools;
    if (limit !== undefined && this.tools.length > limit) {
      this.#ofRequest.add(`a request may hold ${limit} tools; these are ${this.tools.length}`);
    }
    const ofRequest = [...this.#ofRequest].map((detail): Warning => ({
      code: 'size-exceeded',
      path: '',
      detail,
    }));
    return [...this.#warnings, ...ofRequest];
  }

  #takeBudget(schema: MutableObject): Obstacle | undefined {
    const exceeded = this.#budget?.take(schema);
    if (exceeded === undefined) return undefined;
    const { detail, isOfRequest } = exceeded;
    if (isOfRequest)
      this.#ofRequest.add(`${detail.replace(/; this one.*/u, '')}; some tools are sent without strictness`);
    return { code: 'strict-fallback', path: '', detail };
  }

  #findBadName(schema: MutableObject): Omit<Obstacle, 'code'> | undefined {
    const rule = this.#profile.propertyNames;
    const [path] = rule?.isRefused === true ? badNames(schema, rule.pattern) : [];
    if (rule === undefined || path === undefined) return undefined;
    const detail = `the name of a property must match ${rule.pattern.source}`;
    return { path, keyword: 'properties', detail };
  }

  /** What a target may refuse or stumble over, though it can be sent. */
  #findTrouble(schema: MutableObject): readonly Change[] {
    const { propertyNames, manyEnumValues } = this.#profile;
    const found: Change[] = [];
    if (propertyNames !== undefined) {
      for (const path of badNames(schema, propertyNames.pattern)) {
        const detail = `the name of a parameter must match ${propertyNames.pattern.source}`;
        found.push({ code: 'property-name-rejected', path, keyword: 'properties', detail, effect: 'none' });
      }
    }
    if (manyEnumValues !== undefined) found.push(...largeEnums(schema, manyEnumValues));
    return found;
  }

  #findSize(tool: MutableObject): Omit<Obstacle, 'code'> | undefined {
    const { maxBytes } = this.#profile;
    if (maxBytes === undefined) return undefined;
    const bytes = new TextEncoder().encode(JSON.stringify(tool)).length;
    if (bytes <= maxBytes) return undefined;
    return { path: '', detail: `the tool may take ${maxBytes} bytes as JSON; it takes ${bytes}` };
  }

  #nameChanges(tool: ManifestTool, name: string): readonly Change[] {
    const { describe } = this.#profile.names;
    if (tool.name === name || describe === 'silent') return [];
    const detail = describe?.(tool.name, name) ?? `${tool.name} -> ${name}`;
    return [{ code: 'name-rewritten', path: '/name', detail, effect: 'none' }];
  }

  #refuse(tool: string, obstacle: Omit<Obstacle, 'code'>): void {
    const { path, keyword, detail } = obstacle;
    this.refused.push({ tool, reason: detail, path, ...(keyword !== undefined && { keyword }) });
  }

  /** @param field - What the places of the changes are in; nothing for the tool. */
  #warn({ name }: ManifestTool, changes: readonly Change[], field = ''): void {
    const base = field === '' ? '' : (this.#profile.schema.base ?? '');
    for (const change of changes) {
      if (change.isSilent === true) continue;
      const { code, keyword, detail } = change;
      const place = { path: base + change.path, ...(keyword !== undefined && { keyword }) };
      this.#warnings.push({ tool: name, code, ...place, detail });
      this.reports.push({ ...change, tool: name, at: field + change.path });
    }
  }
}

function badNames(schema: MutableObject, pattern: RegExp): string[] {
  const found: string[] = [];
  walkSchema(schema, (node, pointer) => {
    const properties = isObject(node) ? node['properties'] : undefined;
    if (!isObject(properties)) return;
    for (const name of Object.keys(properties)) {
      if (!pattern.test(name)) found.push(joinPointer(pointer, 'properties', name));
    }
  });
  return found;
}

function largeEnums(schema: MutableObject, limit: number): Change[] {
  const found: Change[] = [];
  walkSchema(schema, (node, path) => {
    const values = isObject(node) ? node['enum'] : undefined;
    if (!Array.isArray(values) || values.length <= limit) return;
    const detail = `${values.length} values; the target has refused enums of fewer than 100`;
    found.push({ code: 'size-exceeded', path, keyword: 'enum', detail, effect: 'none' });
  });
  return found;
}
