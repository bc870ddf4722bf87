import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from './config/loaded-config.ts';
import { discoverTools } from './discover/discover-tools.ts';
import type { EvaluatedTool } from './evaluate/evaluated-tool.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import type { CapabilityReport } from './infer/capabilities/capability-report.ts';
import { beginUses } from './infer/infer-tool.ts';
import { type Inference, withInference } from './infer/inference.ts';
import { SourceProject } from './source/source-project.ts';

/** The tools of a project, and what their code uses of the browser. */
export interface ToolUses {
  readonly project: SourceProject;
  readonly uses: ReadonlyMap<EvaluatedTool, CapabilityReport>;
  /** What keeps other tools from being read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what the code of a project's tools uses. */
export async function readUses(config: LoadedConfig): Promise<ToolUses> {
  return withInference(config, (inference) => readWith(config, inference));
}

async function readWith(config: LoadedConfig, inference: Inference): Promise<ToolUses> {
  const project = new SourceProject(config.root, config.tsconfig);
  const discovery = discoverTools(project, project.addFiles(config.tools));
  const begun = beginUses(project, inference, discovery.tools);
  const { tools, diagnostics } = await evaluateTools(project, discovery.tools);
  const uses = new Map<EvaluatedTool, CapabilityReport>();
  for (const tool of tools) {
    const report = await begun.get(tool.call);
    if (report) uses.set(tool, report);
  }
  return { project, uses, diagnostics: [...discovery.diagnostics, ...diagnostics] };
}
