import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { findHandlers } from './find-handlers.ts';
import type { ToolCode } from './mentions.ts';
import { ModuleGraph, type Unit } from './module-graph.ts';

/** What is known of all tools of a project, also of those that are not evaluated. */
export interface KnownTools {
  readonly tools: readonly DiscoveredTool[];
  readonly code: ToolCode;
  readonly graph: ModuleGraph;
  /** The statement that a tool is defined in. */
  readonly unitOf: (tool: DiscoveredTool) => Unit;
}

export function knowTools(project: SourceProject, tools: readonly DiscoveredTool[]): KnownTools {
  const code = {
    handlers: findHandlers(tools, project),
    definitions: new Map(tools.map(({ call, definition }) => [call, definition])),
  };
  const graph = new ModuleGraph(project, code);
  graph.read(new Set(tools.map(({ file }) => file)));
  const units = new Map(
    [...graph.modules.values()].flatMap((each) => each.units.map((unit) => [unit.node, unit])),
  );
  return { tools, code, graph, unitOf: ({ statement }) => units.get(statement) as Unit };
}
