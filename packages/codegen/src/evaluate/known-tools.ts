import type { ts } from '../source/ts.ts';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { bindingId } from '../source/bindings.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ChangeFinder } from './change-finder.ts';
import type { Source } from './effects.ts';
import { findHandlers } from './find-handlers.ts';

/** What is known of all tools of a project, also of those that are not planned for. */
export interface KnownTools {
  /** The members and values that are handler code. */
  readonly handlers: ReadonlySet<ts.Node>;
  /** The names that hold tools. */
  readonly names: ReadonlySet<Source>;
  readonly finder: ChangeFinder;
}

export function knowTools(project: SourceProject, tools: readonly DiscoveredTool[]): KnownTools {
  const handlers = findHandlers(tools, project);
  const names = tools.flatMap(({ file, localName }) =>
    localName === undefined ? [] : [bindingId(file, localName)],
  );
  const skipped = new Set([...handlers, ...tools.map((tool) => tool.definition)]);
  return { handlers, names: new Set(names), finder: new ChangeFinder(project, skipped) };
}
