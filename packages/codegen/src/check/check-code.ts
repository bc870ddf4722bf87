import type { UnplacedDiagnostic } from '@btcp/core';
import { CODE_RULES, type CodeRule, diagnose, type RuleSettings } from '@btcp/schema/check';
import type { CodeDiagnostic } from '../infer/handler/code-diagnostic.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { toolLocation } from '../infer/tool-location.ts';
import type { Session } from '../session.ts';

const HANDLER_RULES = CODE_RULES.filter(({ family }) => family === 'handler');

/** Diagnostics about the code of tools, by `defineTool` call. */
export type CodeDiagnostics = ReadonlyMap<EvaluatedTool['call'], readonly CodeDiagnostic[]>;

/** Checks the code of tools with the code rules. */
export async function checkCode(session: Session, tools: readonly EvaluatedTool[]): Promise<CodeDiagnostics> {
  const found = tools.map(async (tool) => {
    const { sandbox } = session.config.config ?? {};
    const dependencies = [tool.definitionValue, await session.codeKeyOf(tool.file), sandbox];
    const diagnostics = session.memo.get(tool.call, 'handler', dependencies, () => askHandler(session, tool));
    return [tool.call, await diagnostics] as const;
  });
  return new Map(await Promise.all(found));
}

async function askHandler(session: Session, tool: EvaluatedTool): Promise<readonly CodeDiagnostic[]> {
  const { inputSchema, outputSchema, optionalDefaults = [] } = tool.definitionValue;
  const schemas = { inputSchema, outputSchema, optionalDefaults };
  // The checker fails on some code; report nothing then.
  const found = await session.ask('handler', toolLocation(tool), schemas).catch(() => []);
  // The signal of an isolated tool never aborts: its call ends together with its realm.
  return session.config.config?.sandbox ? found.filter(({ id }) => id !== 'signal-ignored') : found;
}

const BY_ID: ReadonlyMap<string, CodeRule> = new Map(HANDLER_RULES.map((rule) => [rule.id, rule]));

/**
 * Turns what was found in the code of a tool into diagnostics.
 *
 * @param toolDiagnostics - Diagnostics of the published tool; rules that name one of them in `after` are skipped.
 */
export function wordCodeDiagnostics(
  diagnostics: readonly CodeDiagnostic[],
  name: string,
  toolDiagnostics: readonly UnplacedDiagnostic[],
  settings: RuleSettings,
): readonly (Omit<UnplacedDiagnostic, 'path'> & Pick<CodeDiagnostic, 'at'>)[] {
  return diagnostics.flatMap(({ id, at, path, data }) => {
    const rule = BY_ID.get(id);
    if (!rule || toolDiagnostics.some((other) => rule.after?.includes(other.id) && touches(other.path, path)))
      return [];
    const worded = diagnose(rule, name, data, settings);
    return worded ? [{ ...worded, at }] : [];
  });
}

// At the same JSON pointer, or at one above or below it.
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
