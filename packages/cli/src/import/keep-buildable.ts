import type { RefusedImport, Warning } from '@btcp/adapters';
import { findBuildErrors, type LoadedConfig } from '@btcp/codegen';
import type { ManifestTool, RuleSetting, UnplacedDiagnostic } from '@btcp/core';
import { getAtPointer, isObject, joinPointer, parsePointer } from '@btcp/schema/internal';
import { RULES } from '@btcp/schema/check';
import { didYouMean, isStackOverflow, UsageError } from '../errors.ts';
import { projectIfAny } from '../host/project.ts';
import type { CliIo } from '../io.ts';
import type { Progress } from '../progress.ts';

export interface RulesAtImport {
  /** Severities by rule, from the project's configuration. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Rules that exclude no tool. */
  readonly allowed: readonly string[];
  /** The project's configuration, if there is one. */
  readonly config?: LoadedConfig;
}

/**
 * Reads the severities from the project's configuration, if any: tools can be imported before there is one.
 *
 * @param options - `config`, the path of another config file, and the rules to `allow`.
 * @throws ConfigError
 */
export async function readRules(
  { config, allow: allowed = [] }: { readonly config?: string; readonly allow?: readonly string[] },
  io: CliIo,
): Promise<RulesAtImport> {
  for (const id of allowed) if (!canBeAllowed(id)) throw notAllowed(id);
  const loaded = await projectIfAny(io.cwd, config);
  return { rules: loaded?.rules ?? {}, allowed, ...(loaded && { config: loaded }) };
}

/** Whether a rule can be overruled: a violation of the others cannot be published. */
function canBeAllowed(id: string): boolean {
  const rule = RULES.find((each) => each.id === id);
  return rule !== undefined && rule.isMandatory !== true;
}

function notAllowed(id: string): UsageError {
  const ids = RULES.map((rule) => rule.id);
  if (ids.includes(id))
    return new UsageError(`The rule "${id}" cannot be overruled: what breaks it cannot be published.`);
  return new UsageError(
    `There is no rule "${id}"${didYouMean(id, ids, '; `btcp check --rules` lists them.')}`,
  );
}

/** Rules about all texts of a tool, of which only values can be left out. */
const ABOUT_TEXTS = new Set(['schema-example-invalid', 'model-instructions']);
/** The examples, or the default, of a schema. */
const VALUE = /^(\/.*\/(?:examples(?=\/\d+(?:\/|$))|default$))/;

/**
 * A tool without the examples and defaults that contradict its schemas.
 *
 * @param errors - The build's errors for it.
 * @param droppable - Rules whose keyword is left out, because somebody else enforces it.
 */
function dropContradictions(
  tool: ManifestTool,
  errors: readonly UnplacedDiagnostic[],
  droppable: readonly string[] = [],
): { readonly tool: ManifestTool; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  const left = structuredClone(tool);
  for (const { id, path, message } of errors) {
    const at = ABOUT_TEXTS.has(id) ? VALUE.exec(path)?.[1] : path;
    if (droppable.includes(id) && at !== undefined && deleteMember(left, at)) {
      warnings.push({ tool: tool.name, code: 'keyword-dropped', path, detail: `it is left out: ${message}` });
      continue;
    }
    const what = path.startsWith('/examples') ? 'examples' : id === 'default-invalid' ? 'default' : undefined;
    if (what === undefined || !deleteMember(left, what === 'examples' ? '/examples' : defaultAt(path)))
      continue;
    const detail = `the ${what === 'examples' ? 'examples were' : 'default was'} left out: ${message}`;
    warnings.push({ tool: tool.name, code: 'field-dropped', path, detail });
  }
  return { tool: left, warnings };
}

// An error may be inside a default.
function defaultAt(path: string): string {
  const tokens = parsePointer(path) ?? [];
  return joinPointer('', ...tokens.slice(0, tokens.lastIndexOf('default') + 1));
}

/** @returns Whether it was there. */
function deleteMember(tool: ManifestTool, pointer: string): boolean {
  const [name = '', ...holders] = (parsePointer(pointer) ?? []).reverse();
  const holder = getAtPointer(tool, joinPointer('', ...holders.reverse()));
  return isObject(holder) && Object.hasOwn(holder, name) && delete holder[name];
}

/** Tools that build, and what was removed for that. */
interface BuildableTools {
  readonly tools: readonly ManifestTool[];
  readonly warnings: readonly Warning[];
  readonly refused: readonly RefusedImport[];
  /** Diagnostics of allowed rules, as sentences. */
  readonly allowed: readonly string[];
}

/**
 * Removes what would fail a build, so that the other tools can be built: of a tool only the examples and defaults that
 * contradict its schemas, else the whole tool.
 *
 * @param droppable - See `dropContradictions`.
 */
export async function keepBuildable(
  tools: readonly ManifestTool[],
  { rules, allowed }: RulesAtImport,
  progress: Progress,
  droppable: readonly string[] = [],
): Promise<BuildableTools> {
  const kept: ManifestTool[] = [];
  const warnings: Warning[] = [];
  const refused: RefusedImport[] = [];
  const overruled: string[] = [];
  for (const [index, tool] of tools.entries()) {
    progress.count('Checking tools', index, tools.length);
    const found = await findErrors(tool, rules);
    if (typeof found === 'string') {
      refused.push({
        path: '',
        name: tool.name,
        message: found,
        help: 'Write this tool by hand, with parts of its schemas as definitions.',
      });
      continue;
    }
    let left = tool;
    let errors = found;
    for (;;) {
      const dropped = dropContradictions(
        left,
        errors,
        droppable.filter((id) => !allowed.includes(id)),
      );
      if (dropped.warnings.length === 0) break;
      warnings.push(...dropped.warnings);
      left = dropped.tool;
      // A schema without its slow pattern is one whose defaults can be checked.
      errors = await findBuildErrors(left, rules);
    }
    const against = errors.find(({ id }) => !allowed.includes(id));
    if (against) refused.push(refusal(tool, against));
    else {
      kept.push(left);
      overruled.push(...errors.map(({ id, path, message }) => `${tool.name}: ${id} at ${path}: ${message}`));
    }
  }
  return { tools: kept, warnings, refused, allowed: overruled };
}

/** @returns A sentence where its schemas are too deep to be checked, or printed. */
async function findErrors(
  tool: ManifestTool,
  rules: RulesAtImport['rules'],
): Promise<readonly UnplacedDiagnostic[] | string> {
  if (isTooDeep(tool)) return `Its schemas nest more than ${MAX_DEPTH} levels deep.`;
  try {
    return await findBuildErrors(tool, rules);
  } catch (error) {
    if (isStackOverflow(error)) return 'Its schemas refer to each other in too long a chain.';
    throw error;
  }
}

/** What is deeper cannot be printed: formatters recurse. */
const MAX_DEPTH = 200;

function isTooDeep(value: unknown, left: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1));
}

function refusal({ name }: ManifestTool, { id, path, message, help }: UnplacedDiagnostic): RefusedImport {
  const way = canBeAllowed(id) ? ` If it is right as it is, import it with --allow ${id}.` : '';
  return { path, name, message, help: help + way };
}
