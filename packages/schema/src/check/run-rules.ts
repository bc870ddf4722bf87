import type { RuleSetting, Severity, UnplacedDiagnostic } from '@btcp/core';
import { copyJson } from '../model/copy-json.ts';
import { omitKeys } from '../model/own-property.ts';
import type { AnyRule, ManifestRule, RuleData, RuleReporter, ToolRule } from './define-rule.ts';
import { ManifestFacts } from './facts/manifest-facts.ts';
import { ToolFacts } from './facts/tool-facts.ts';
import { MANIFEST_RULES, ruleOf, TOOL_RULES } from './rules/index.ts';
import { TEXT_RULES } from './rules/texts.ts';
import { shown } from './text/quote.ts';

/** The severity of each rule, or `off`; a rule that is not listed keeps its own. */
export type RuleSettings = Readonly<Record<string, RuleSetting>>;

/** The severity of a rule under some settings; `undefined` where it is off. */
export function severityOf(
  rule: Pick<AnyRule, 'id' | 'severity' | 'isMandatory'>,
  settings: RuleSettings,
): Severity | undefined {
  const setting = Object.hasOwn(settings, rule.id) ? settings[rule.id] : undefined;
  if (rule.isMandatory === true || setting === undefined) return rule.severity;
  return setting === 'off' ? undefined : setting;
}

/** Maximum values in a manifest: room for some ten thousand tools. */
const MAX_VALUES = 10_000_000;

/**
 * Checks a manifest and its tools with every rule that needs no source.
 *
 * @param manifest - Any value; one that is not JSON gives one diagnostic.
 * @param settings - Severities by rule.
 * @returns The diagnostics; paths point into the manifest.
 */
export function runRules(manifest: unknown, settings: RuleSettings = {}): UnplacedDiagnostic[] {
  const diagnostics: UnplacedDiagnostic[] = [];
  const copy = copyJson(manifest, refuser(diagnostics), MAX_VALUES);
  if (diagnostics.length > 0) return diagnostics;
  const facts = new ManifestFacts(copy);
  diagnostics.push(...runManifestRules(facts, settings));
  for (const [index, tool] of facts.tools.entries()) {
    for (const diagnostic of runToolRules(tool, settings))
      diagnostics.push({ ...diagnostic, path: `/tools/${index}${diagnostic.path}` });
  }
  return diagnostics;
}

/**
 * Checks a tool by itself, as a document.
 *
 * @param tool - Any value; one that is not JSON gives one diagnostic.
 * @returns The diagnostics; paths point into the tool.
 */
export function runToolDocument(tool: unknown, settings: RuleSettings = {}): UnplacedDiagnostic[] {
  const diagnostics: UnplacedDiagnostic[] = [];
  const copy = copyJson(tool, refuser(diagnostics), MAX_VALUES);
  return diagnostics.length > 0 ? diagnostics : runToolRules(new ToolFacts(copy), settings);
}

function refuser(diagnostics: UnplacedDiagnostic[]): (path: string, message: string, help: string) => void {
  return (path, message, help) =>
    diagnostics.push({ id: 'value-not-json', severity: 'error', path, message, help, data: {} });
}

/** Runs the rules about one tool; paths point into it. */
export function runToolRules(
  tool: ToolFacts,
  settings: RuleSettings = {},
  rules: readonly ToolRule[] = TOOL_RULES,
): UnplacedDiagnostic[] {
  const run = new Run(tool.name);
  for (const rule of rules) {
    const report = run.reporter(rule, settings);
    if (report) rule.check({ tool, report });
  }
  if (tool.unusable.size === 0) return run.diagnostics;
  return run.diagnostics.filter(({ path }) => !tool.unusable.has(path.split('/')[1] ?? ''));
}

/** Runs the rules about a manifest as a whole, and about its tools together; paths point into the manifest. */
export function runManifestRules(
  manifest: ManifestFacts,
  settings: RuleSettings = {},
  rules: readonly ManifestRule[] = MANIFEST_RULES,
): UnplacedDiagnostic[] {
  const run = new Run(manifest.name);
  for (const rule of rules) {
    const report = run.reporter(rule, settings);
    if (report) rule.check({ manifest, report });
  }
  const own = new ToolFacts(omitKeys(manifest.json, ['tools']));
  for (const rule of TEXT_RULES) {
    const report = run.reporter(rule, settings);
    if (report) rule.check({ tool: own, report });
  }
  return run.diagnostics.map((diagnostic) => withToolOf(manifest, diagnostic));
}

// Place a diagnostic about several tools at one of them.
function withToolOf(
  manifest: ManifestFacts,
  { tool: _, ...diagnostic }: UnplacedDiagnostic,
): UnplacedDiagnostic {
  const index = /^\/tools\/(\d+)/.exec(diagnostic.path)?.[1];
  const name = index === undefined ? '' : (manifest.tools[Number(index)]?.name ?? '');
  return name === '' ? diagnostic : { ...diagnostic, tool: name };
}

/**
 * Words a diagnostic that was found elsewhere, such as in the code of a tool.
 *
 * @param id - Its rule's.
 * @param tool - Its name.
 * @returns `undefined` where the rule is off.
 */
export function diagnose(
  id: string,
  tool: string,
  data: RuleData,
  settings: RuleSettings = {},
): Omit<UnplacedDiagnostic, 'path'> | undefined {
  const rule = ruleOf(id);
  if (rule === undefined) throw new Error(`There is no rule "${id}".`);
  const severity = severityOf(rule, settings);
  return severity === undefined ? undefined : worded(rule, severity, tool, data);
}

function worded(
  rule: AnyRule,
  severity: Severity,
  tool: string,
  data: RuleData,
): Omit<UnplacedDiagnostic, 'path'> {
  const values = { ...data, name: shown(tool) };
  return {
    id: rule.id,
    severity,
    ...(tool !== '' && { tool }),
    message: rule.message(values),
    help: typeof rule.help === 'string' ? rule.help : rule.help(values),
    data: withoutWords(data),
  };
}

// Ready-made sentences are for people, not data for programs.
function withoutWords({ sentence: _, advice: __, ...data }: RuleData): RuleData {
  return data;
}

/** The diagnostics so far by rule, so that later rules are silent where earlier ones reported. */
class Run {
  readonly diagnostics: UnplacedDiagnostic[] = [];
  readonly #name: string;
  readonly #told = new Map<string, ReportedPaths>();

  constructor(name: string) {
    this.#name = name;
  }

  /** How a rule reports; `undefined` where it is off. */
  reporter(rule: AnyRule, settings: RuleSettings): RuleReporter<RuleData> | undefined {
    const severity = severityOf(rule, settings);
    if (severity === undefined) return undefined;
    return ({ at: path, ...data }) => {
      if (this.#isTold(rule, path)) return;
      const told = this.#told.get(rule.id) ?? new ReportedPaths();
      this.#told.set(rule.id, told.add(path));
      this.diagnostics.push({ ...worded(rule, severity, this.#name, data), path });
    };
  }

  #isTold({ after = [] }: AnyRule, path: string): boolean {
    return after.some((id) => this.#told.get(id)?.touches(path));
  }
}

class ReportedPaths {
  readonly #places = new Set<string>();
  readonly #above = new Set<string>();

  add(path: string): this {
    this.#places.add(path);
    for (const above of ancestorsOf(path)) this.#above.add(above);
    return this;
  }

  /** Whether there is a diagnostic at a path, above it or below it. */
  touches(path: string): boolean {
    return (
      this.#places.has(path) ||
      this.#above.has(path) ||
      ancestorsOf(path).some((above) => this.#places.has(above))
    );
  }
}

/** `/a/b/c` → `/a/b`, `/a` and the root. */
function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    above.push(path.slice(0, end));
    if (end === 0) break;
  }
  return above;
}
