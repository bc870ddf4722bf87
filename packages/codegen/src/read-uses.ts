import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from './config/loaded-config.ts';
import { discoverTools } from './discover/discover-tools.ts';
import type { EvaluatedTool } from './evaluate/evaluated-tool.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import type { CapabilityReport } from './infer/capabilities/capability-report.ts';
import { beginUses } from './infer/infer-tool.ts';
import { Inference } from './infer/inference.ts';
import { SourceProject } from './source/source-project.ts';

/** The tools of a project, and what their code uses of the browser. */
export interface ToolUses {
  readonly project: SourceProject;
  readonly uses: ReadonlyMap<EvaluatedTool, CapabilityReport>;
  /** What keeps other tools from being read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what the code of a project's tools uses. */
export async function readUses({ root, tsconfig, tools: globs }: LoadedConfig): Promise<ToolUses> {
  const project = new SourceProject(root, tsconfig);
  const files = project.addFiles(globs);
  const inference = new Inference({ root, tsconfig, files });
  try {
    const discovery = discoverTools(project, files);
    const begun = beginUses(project, inference, discovery.tools);
    const { tools, diagnostics } = await evaluateTools(project, discovery.tools);
    const uses = new Map<EvaluatedTool, CapabilityReport>();
    for (const tool of tools) {
      const report = await begun.get(tool.call);
      if (report) uses.set(tool, report);
    }
    return { project, uses, diagnostics: [...discovery.diagnostics, ...diagnostics] };
  } finally {
    await inference.close();
  }
}
