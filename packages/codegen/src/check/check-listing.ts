import type { Diagnostic } from '@btcp/core';
import { listedHints } from '@btcp/schema';
import { diagnose, type RuleSettings } from '@btcp/schema/check';
import type { CheckContext } from './check-context.ts';
import type { PublishableTool } from './checked-tool.ts';
import { reportOn } from './report/report-on.ts';

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
