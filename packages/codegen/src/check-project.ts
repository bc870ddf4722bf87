import type { Diagnostic, Manifest } from '@btcp/core';
import { checkTool } from './check/check-tool.ts';
import type { CheckedTool, PublishableTool } from './check/checked-tool.ts';
import { compareTools, type Comparison } from './check/compare-tools.ts';
import type { WithUis } from './emit/ui/emit-uis.ts';
import { evaluateChanged } from './evaluate-changed.ts';
import { findTools } from './find-tools.ts';
import { inferTool, readUses } from './infer/infer-tool.ts';
import { keepFiles } from './keep-files.ts';
import { reportProject, type CheckProjectOptions } from './report-project.ts';
import type { Reads, Session } from './session.ts';
import type { EmittedFile } from './write/write-files.ts';

export interface CheckedProject {
  /** Absent where no file matches. */
  readonly manifest?: Manifest;
  /** Those without an error, in the order of the manifest. */
  readonly tools: readonly PublishableTool[];
  /** What shows results of tools. */
  readonly documents: readonly EmittedFile[];
  /** Sorted, without suppressed ones. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of what was read: the project's own files, and those of packages. */
  readonly reads: Reads;
  /** Whether the same sources will give the same result. */
  readonly isRepeatable: boolean;
}

/** Finds and checks the tools of a project. What follows from the same as in an earlier build is taken from the cache. */
export async function checkProject(context: Session, options: CheckProjectOptions): Promise<CheckedProject> {
  const { onStage, rules } = options;
  onStage?.('discover');
  const found = findTools(context, rules);
  const discovered = found.changed.flatMap(({ tools }) => tools);
  context.openTypes(found.changed.filter(({ tools }) => tools.length > 0).map(({ path }) => path));
  // The type checker's thread answers in order while this one continues.
  const uses = readUses(context, discovered);
  const ofProgram = context.program();
  // Waited for below, unless another answer fails before.
  ofProgram.catch(() => undefined);
  onStage?.('evaluate');
  const evaluation = await evaluateChanged(context, found, options.evaluationTimeout);
  onStage?.('infer');
  const checking = evaluation.tools.map(async ({ tool, key, isRepeatable }) => {
    const check = async (): Promise<readonly CheckedTool[]> =>
      checkTool(context, await inferTool(context, tool, uses), rules, key);
    // The file of a tool is kept as a whole if each of its tools is repeatable.
    return isRepeatable ? check() : context.cache.get(['tool', key], check);
  });
  onStage?.('check');
  const checked = (await Promise.all(checking)).flat();
  const program = await ofProgram;
  const files = keepFiles(context, found, evaluation, { checked, broken: new Set(program.broken) });
  const compared = compareTools(
    context,
    files.flatMap(({ tools }) => tools),
    rules,
  );
  const shown = await withUis(compared, context);
  const diagnostics = await reportProject(context, { ...options, found, evaluation, files, compared: shown });
  const sources = context.modules.reachedFrom(found.searched);
  return {
    ...(context.files.length > 0 && { manifest: shown.manifest }),
    tools: shown.tools,
    documents: shown.documents,
    diagnostics,
    reads: context.readsOf([...sources, ...program.files, ...shown.inputs]),
    isRepeatable: evaluation.isRepeatable,
  };
}

/** Bundles the documents of tools; loads what does that only where there is one. */
async function withUis(compared: Comparison, { config }: Session): Promise<WithUis> {
  if (!compared.tools.some(({ ui }) => ui !== undefined)) return { ...compared, documents: [], inputs: [] };
  return (await import('./emit/ui/emit-uis.ts')).emitUis(compared, config);
}
