import type { Diagnostic, Manifest } from '@btcp/core';
import { listedHints } from '@btcp/schema/internal';
import { diagnose, type RuleData, type RuleSettings } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import { placeInConfig } from '../config/place-in-config.ts';
import { relativePath } from '../source/match-files.ts';
import type { CheckContext, PublishableTool } from './checked-tool.ts';
import { reportOn } from './report/tool-report.ts';

/** Part of a tool that a target would drop, rewrite or reject. */
export interface PortabilityChange {
  /** The id of a rule of the family `portability`. */
  readonly rule: 'target-drops' | 'target-rewrites' | 'target-refuses';
  /** The tool's name. */
  readonly tool: string;
  /** A JSON pointer into the tool. */
  readonly at: string;
  /** The values for the rule's message. */
  readonly data: RuleData;
}

/** Predicts what exports lose; `@btcp/adapters` implements it. */
export interface Portability {
  readonly targets: readonly string[];
  /** What the targets would drop, rewrite or reject of the tools. */
  find(manifest: Manifest, targets: readonly string[]): readonly PortabilityChange[];
}

/** Reports what the config's targets would drop, rewrite or reject of tools without errors. */
export function checkPortability(
  context: CheckContext,
  manifest: Manifest,
  tools: readonly PublishableTool[],
  settings: RuleSettings,
  portability: Portability | undefined,
): readonly Diagnostic[] {
  const { root, file, targets } = context.config;
  if (portability === undefined || targets.length === 0) return [];
  const known = targets.filter((target) => portability.targets.includes(target));
  const unknown = targets.filter((target) => !portability.targets.includes(target));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const found = portability.find(
    { ...manifest, tools: manifest.tools.filter(({ name }) => byName.has(name)) },
    known,
  );
  return [
    ...unknown.map((target) => ({
      ...unknownTarget(target, portability.targets),
      file: relativePath(root, file),
      ...placeInConfig(file, `/targets/${targets.indexOf(target)}`),
    })),
    ...found.flatMap(({ rule: id, tool: name, at, data }) => {
      const tool = byName.get(name);
      const diagnostic = diagnose(id, name, data, settings);
      if (tool === undefined || diagnostic === undefined) return [];
      return [reportOn(context, tool, { ...diagnostic, path: at })];
    }),
  ];
}

function unknownTarget(
  target: string,
  known: readonly string[],
): Pick<Diagnostic, 'id' | 'severity' | 'message' | 'help'> {
  const close = closestName(target, known);
  return {
    id: 'config-invalid',
    severity: 'error',
    message: `\`targets\` names "${target}", which is no target${close === undefined ? '.' : `; did you mean "${close}"?`}`,
    help: `The targets are ${known.join(', ')}.`,
  };
}

/** Reports tools without what directories of MCP servers demand, where the config publishes a server. */
export function checkListing(
  context: CheckContext,
  tools: readonly PublishableTool[],
  settings: RuleSettings,
): readonly Diagnostic[] {
  const { name, npm, remotes, bundle } = context.config.publish ?? {};
  if ((name ?? npm ?? remotes ?? bundle) === undefined) return [];
  return tools.flatMap((tool) =>
    missingOf(tool).flatMap((id) => {
      const diagnostic = diagnose(id, tool.name, {}, settings);
      return diagnostic ? [reportOn(context, tool, { ...diagnostic, path: '' })] : [];
    }),
  );
}

function missingOf({ published, alias }: PublishableTool): readonly string[] {
  const hints = listedHints(published);
  const isHinted = Object.hasOwn(hints, 'readOnlyHint') || Object.hasOwn(hints, 'destructiveHint');
  const hasTitle = (published.mcp?.title ?? hints['title']) !== undefined;
  // An alias has the definition of its tool.
  return alias ? [] : [...(hasTitle ? [] : ['title-missing']), ...(isHinted ? [] : ['hint-missing'])];
}
