import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { discoverTools } from '../discover/discover-tools.ts';
import type { EvaluatedTool } from '../evaluate/evaluated-tool.ts';
import { evaluateTools } from '../evaluate/evaluate-tools.ts';
import type { CapabilityReport } from '../infer/capabilities/capability-report.ts';
import { beginUses } from '../infer/infer-tool.ts';
import { withInference } from '../infer/inference.ts';
import { Session } from '../session.ts';
import type { SourceProject } from '../source/source-project.ts';

/** The tools of a project, and what their code uses of the browser. */
export interface ToolUses {
  readonly project: SourceProject;
  readonly uses: ReadonlyMap<EvaluatedTool, CapabilityReport>;
  /** What keeps other tools from being read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what the code of a project's tools uses. */
export async function readUses(config: LoadedConfig): Promise<ToolUses> {
  return withInference(config, (inference) => readWith(new Session(config, inference)));
}

async function readWith(session: Session): Promise<ToolUses> {
  const { project, files, definitions } = session;
  const discovery = discoverTools(project, files);
  const begun = beginUses(project, session, discovery.tools);
  const { tools, diagnostics } = await evaluateTools(project, discovery.tools, { cache: definitions });
  const uses = new Map<EvaluatedTool, CapabilityReport>();
  for (const tool of tools) {
    const report = await begun.get(tool.call);
    if (report) uses.set(tool, report);
  }
  return { project, uses, diagnostics: [...discovery.diagnostics, ...diagnostics] };
}
