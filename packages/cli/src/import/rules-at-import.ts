import { loadConfig, type LoadedConfig } from '@btcp/codegen';
import type { RuleSetting } from '@btcp/core';
import { RULES } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { CliIo } from '../io.ts';
import { reportPretty } from '../report/report-pretty.ts';
import { UsageError } from '../errors.ts';

/** The rules of an import. */
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
 * @returns `undefined` where the configuration is wrong, which is reported.
 */
export async function readRules(
  { config, allow: allowed = [] }: { readonly config?: string; readonly allow?: readonly string[] },
  io: CliIo,
): Promise<RulesAtImport | undefined> {
  for (const id of allowed) if (!canBeAllowed(id)) throw notAllowed(id);
  const loaded = await loadConfig(io.cwd, config);
  if (loaded.ok) return { rules: loaded.config.rules, allowed, config: loaded.config };
  const isMissing = loaded.diagnostics.every(({ id }) => id === 'config-not-found');
  if (config === undefined && isMissing) return { rules: {}, allowed };
  io.stderr(reportPretty(loaded.diagnostics, () => undefined));
  return undefined;
}

/** Whether a rule can be overruled: a violation of the others cannot be published. */
export function canBeAllowed(id: string): boolean {
  const rule = RULES.find((each) => each.id === id);
  return rule !== undefined && rule.isMandatory !== true;
}

function notAllowed(id: string): UsageError {
  const ids = RULES.map((rule) => rule.id);
  if (ids.includes(id))
    return new UsageError(`The rule "${id}" cannot be overruled: what breaks it cannot be published.`);
  const close = closestName(id, ids);
  return new UsageError(
    `There is no rule "${id}"${close === undefined ? '; `btcp check --rules` lists them.' : `; did you mean "${close}"?`}`,
  );
}
