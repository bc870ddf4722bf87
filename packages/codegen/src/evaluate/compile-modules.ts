import { SourceMap, type SourceMapPayload } from 'node:module';
import { transform, type TransformFailure } from 'esbuild';
import type { EvaluationPlan, PlannedModule } from './plan/plan-modules.ts';
import { offsetBefore } from '../source/text-edits.ts';

/** A source position in one of the author's modules. */
export interface Place {
  /** Absolute path. */
  readonly path: string;
  readonly offset: number;
}

/** A syntax error of the compiler. */
export interface CompileError extends Place {
  readonly message: string;
}

/** One of the author's modules as JavaScript. */
interface CompiledModule {
  readonly code: string;
  /** Source map; undefined if the code is unchanged. */
  readonly map?: string;
}

/** All modules of a plan, compiled. */
export interface CompiledPlan {
  /** JavaScript by absolute path. */
  readonly codes: ReadonlyMap<string, string>;
  readonly errors: readonly CompileError[];
  /**
   * Maps a position in the evaluated code back to the author's source.
   *
   * @param line - 1-based, as `column`, in the compiled module.
   */
  readonly toSource: (path: string, line: number, column: number) => Place | undefined;
}

/** Compiles the author's modules one by one. */
export async function compileModules(plan: EvaluationPlan): Promise<CompiledPlan> {
  const compiled = new Map<string, CompiledModule>();
  const errors: CompileError[] = [];
  const compile = async (module: PlannedModule): Promise<void> => {
    try {
      compiled.set(module.path, await compileModule(module));
    } catch (error) {
      errors.push(...errorsOf(module, error as TransformFailure));
    }
  };
  await Promise.all([...plan.modules.values()].map(compile));
  return {
    codes: new Map([...compiled].map(([path, { code }]) => [path, code])),
    errors,
    toSource: (path, line, column) => {
      const [module, code] = [plan.modules.get(path), compiled.get(path)];
      return module && code && originalPlace(module, code, line - 1, column - 1);
    },
  };
}

async function compileModule({ path, text, isPlain }: PlannedModule): Promise<CompiledModule> {
  if (isPlain) return { code: text };
  const { code, map } = await transform(text, {
    loader: /\.[jt]sx$/.test(path) ? 'tsx' : 'ts',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: '{}',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
  });
  return { code, map };
}

function errorsOf(module: PlannedModule, failure: TransformFailure): readonly CompileError[] {
  if (!Array.isArray(failure.errors)) throw failure;
  return failure.errors.map(({ location, text }) => ({
    ...placeIn(module, (location?.line ?? 1) - 1, location?.column ?? 0),
    message: text,
  }));
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
  let lineStart = 0;
  for (let at = 0; at < line; at++) lineStart = text.indexOf('\n', lineStart) + 1;
  return { path, offset: offsetBefore(edits, lineStart + column) };
}
