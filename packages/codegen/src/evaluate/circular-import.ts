import type { SourceProject } from '../source/source-project.ts';
import { sourcesLoadedBy } from './module-graph.ts';

/**
 * The modules that import each other in a cycle, from one that imports a name back to itself: the shortest there is.
 *
 * @param path - Absolute path.
 */
export function cycleThrough(
  project: SourceProject,
  path: string,
  name: string,
): readonly string[] | undefined {
  const imported = project.outlineOf(path)?.imports.get(name);
  const first = imported && project.resolve(imported.specifier, path);
  if (!first?.isSource) return undefined;
  const cycles = new Map<string, readonly string[]>([[first.path, [path, first.path]]]);
  // Iterating over a map goes on to what is added meanwhile.
  for (const [module, way] of cycles) {
    for (const next of sourcesLoadedBy(project, module)) {
      if (next === path) return [...way, path];
      if (!cycles.has(next)) cycles.set(next, [...way, next]);
    }
  }
  return undefined;
}
