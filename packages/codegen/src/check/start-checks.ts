import type { Diagnostic, JsonSchema, ManifestTool } from '@btcp/core';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { inferTool, type InferredTool } from '../infer/infer-tool.ts';
import type { Session } from '../session.ts';
import { withAliases } from './aliases.ts';
import { checkDefinition } from './check-definition.ts';
import type { CheckRequest, PublishedCheck, PublishedSettings } from './published/check-published.ts';
import { enforceFormats } from './published/enforce-formats.ts';
import { publishTool } from './published/publish-tool.ts';
import { ToolReport } from './report/tool-report.ts';

/** A tool whose checks have begun. */
export interface StartedCheck {
  readonly tool: InferredTool;
  readonly published: ManifestTool;
  /** About its definition. */
  readonly diagnostics: readonly Diagnostic[];
  readonly result: Promise<PublishedCheck>;
}

/** Infers the output of a tool, and starts its checks and those of its aliases. */
export async function startChecks(
  session: Session,
  { rules, crossCheck }: PublishedSettings,
  tool: EvaluatedTool,
): Promise<readonly StartedCheck[]> {
  const dependencies = [tool.definitionValue, await session.codeKeyOf(tool.file), rules, crossCheck];
  return session.memo.get(tool.call, 'checks', dependencies, async () => {
    const inferred = await inferTool(session.project, session, tool);
    return withAliases(inferred).map((each) => startCheck(session, { rules, crossCheck }, each));
  });
}

function startCheck(
  { project, config, answers, pool }: Session,
  settings: PublishedSettings,
  inferred: InferredTool,
): StartedCheck {
  const report = new ToolReport(project, inferred);
  // An alias has the definition of its tool.
  const unusable = inferred.alias ? new Set<string>() : checkDefinition(project, inferred, report);
  const isRead = !unusable.has('execute') && !hasNoInput(inferred);
  const tool = isRead ? inferred : { ...inferred, outputDiagnostics: [] };
  const { alias } = tool;
  const request: CheckRequest = {
    published: publishTool(tool, config.formats),
    unusable: [...unusable],
    settings,
    ...(alias && {
      alias: { ...alias, toolInput: enforceFormats(alias.toolInput, config.formats) as JsonSchema },
    }),
  };
  const result = answers.get(['published', request], () => pool.run('check', request));
  // Marks a rejection as handled until `finishChecks` awaits it.
  result.catch(() => undefined);
  return { tool, published: request.published, diagnostics: report.diagnostics, result };
}

// An invalid input schema gives `execute` no types, so its return type is unknown too.
function hasNoInput({ definitionValue }: EvaluatedTool): boolean {
  return definitionValue.problems.some(({ path }) => path === '/inputSchema');
}
