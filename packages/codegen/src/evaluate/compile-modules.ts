import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Diagnostic } from '@btcp/core';
import { moduleSyntax } from '../source/module-syntax.ts';
import type { SourceProject } from '../source/source-project.ts';
import { offsetBefore } from '../source/text-edits.ts';
import { firstMessage } from '../system/esbuild-service.ts';
import { brokenModule, missingExport, type Place, type ToSource } from './evaluation-diagnostics.ts';
import type { EvaluationPlan, PlannedModule } from './plan/plan-modules.ts';

interface CompiledModule {
  readonly code: string;
  /** Source map; undefined if the code is unchanged. */
  readonly map?: string;
}

export interface CompiledPlan extends EvaluationPlan {
  /** JavaScript by absolute path. */
  readonly codes: ReadonlyMap<string, string>;
  /** What is wrong with modules that cannot be evaluated: where there is any, nothing can. */
  readonly broken: readonly Diagnostic[];
  readonly toSource: ToSource;
}

/** Compiles the author's modules one by one, unless one has syntax errors or unresolved imports. */
export async function compileModules(project: SourceProject, plan: EvaluationPlan): Promise<CompiledPlan> {
  const compiled = new Map<string, CompiledModule>();
  const broken = [...plan.modules.keys()].flatMap((path) => moduleSyntax(project, path));
  if (broken.length === 0) broken.push(...plan.missingExports.map((each) => missingExport(project, each)));
  const compile = async (module: PlannedModule): Promise<void> => {
    try {
      compiled.set(module.path, await compileModule(module));
    } catch (error) {
      const { location, text } = firstMessage(error);
      const place = placeIn(module, (location?.line ?? 1) - 1, location?.column ?? 0);
      broken.push(brokenModule(project, place, text));
    }
  };
  if (broken.length === 0) await Promise.all([...plan.modules.values()].map(compile));
  return {
    ...plan,
    codes: new Map([...compiled].map(([path, { code }]) => [path, code])),
    broken,
    toSource: (path, line, column) => {
      const [module, code] = [plan.modules.get(path), compiled.get(path)];
      return module && code && originalPlace(module, code, line - 1, column - 1);
    },
  };
}

async function compileModule({ path, text, isPlain }: PlannedModule): Promise<CompiledModule> {
  if (isPlain) return { code: text };
  // Only here: schemas that have not changed are not compiled.
  const { transform } = await import('esbuild');
  return transform(text, {
    loader: /\.[jt]sx$/.test(path) ? 'tsx' : 'ts',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: '{}',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
  });
}

/** @param line - From 0, as `column`. */
function originalPlace(module: PlannedModule, { map }: CompiledModule, line: number, column: number): Place {
  if (map === undefined) return placeIn(module, line, column);
  const found = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(line, column);
  return 'originalLine' in found
    ? placeIn(module, found.originalLine, found.originalColumn)
    : { path: module.path, offset: 0 };
}

/** @param line - From 0, as `column`. */
function placeIn({ path, text, edits }: PlannedModule, line: number, column: number): Place {
  const lineStart = text.split('\n', line).reduce((sum, each) => sum + each.length + 1, 0);
  return { path, offset: offsetBefore(edits, lineStart + column) };
}
