import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from './config/loaded-config.ts';
import { discoverTools } from './discover/discover-tools.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import type { CapabilityReport } from './infer/capabilities/capability-report.ts';
import { ToolCapabilities } from './infer/capabilities/tool-capabilities.ts';
import { type ProjectOptions, withProject } from './open-config.ts';
import { SourceProject } from './source/source-project.ts';

/** What the code of a project's tools uses of the browser. */
export interface CapabilityList {
  /** Absolute path of the folder that the files are relative to. */
  readonly root: string;
  /** What keeps tools from being read; they are not in the list. */
  readonly diagnostics: readonly Diagnostic[];
  /** By the tool's name. */
  readonly tools: ReadonlyMap<string, CapabilityReport>;
}

/** Infers from the code of each tool which powers of the browser it uses, whatever it declares. */
export async function listCapabilities(options: ProjectOptions = {}): Promise<CapabilityList> {
  return withProject(options, { tools: new Map() }, readProject);
}

async function readProject(config: LoadedConfig): Promise<Omit<CapabilityList, 'root'>> {
  const project = new SourceProject(config.root, config.tsconfig);
  const discovery = discoverTools(project, project.addFiles(config.tools));
  const evaluation = await evaluateTools(project, discovery.tools);
  const uses = new ToolCapabilities(project, evaluation.tools);
  const tools = new Map(evaluation.tools.map((tool) => [tool.name, uses.of(tool)]));
  uses.close();
  return { diagnostics: [...discovery.diagnostics, ...evaluation.diagnostics], tools };
}
