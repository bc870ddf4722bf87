import { type BuildOptions, type BuildResult, hasNoError, withInspection } from './build-result.ts';
import { emitStamp, refuseOtherBuild } from './write/source-stamp.ts';
import type { Reads, Session } from './session.ts';
import { isDeclaration, isOwn } from './source/match-files.ts';
import { withSession } from './with-session.ts';
import { findStaleFiles, refuseForeign, removeLeft, replaceFiles } from './write/write-files.ts';

export type Built = Omit<BuildResult, 'root'>;

export const NOTHING_BUILT = { ok: false, files: [], stale: [] } as const;

/** Builds a project, whether anything has changed or not. */
export async function buildProject(options: BuildOptions): Promise<BuildResult> {
  return withSession<Built>(options, NOTHING_BUILT, async (session) => {
    const built = await buildSession(session, options);
    session.settle({ isSaved: !options.config });
    return built;
  });
}

export async function buildSession(session: Session, options: BuildOptions): Promise<Built> {
  const { config } = session;
  const { onStage, evaluationTimeout, mode, targetNames } = options;
  const { outDir } = config;
  const [{ checkProject }, { settingsOfBuild }] = await Promise.all([
    import('./check-project.ts'),
    import('./config/rule-settings.ts'),
  ]);
  const rules = settingsOfBuild(config.rules);
  // What the targets would lose is for a check.
  const portability = targetNames && { targets: targetNames, find: () => [] };
  const checking = checkProject(session, { rules, evaluationTimeout, onStage, portability });
  // The emitter's modules load while the check waits for the type checker.
  const [checked, { emitFiles }] = await Promise.all([checking, import('./emit/emit-files.ts')]);
  session.releaseTypes();
  const { diagnostics, manifest, tools, documents, reads } = checked;
  if (!manifest || !hasNoError(diagnostics)) {
    session.keep(reads);
    return { ...NOTHING_BUILT, diagnostics };
  }
  const { root, targets } = config;
  const all = await withInspection(diagnostics, options.inspect, { root, manifest, targets });
  if (!hasNoError(all)) {
    session.keep(reads);
    return { ...NOTHING_BUILT, diagnostics: all };
  }
  onStage?.('emit');
  const emitted = await emitFiles(
    { config, manifest, tools, compilerOptions: session.syntax.options },
    session,
  );
  if ('diagnostics' in emitted) {
    session.keep(reads);
    return { ...NOTHING_BUILT, diagnostics: [...all, ...emitted.diagnostics] };
  }
  const { inputs } = emitted;
  const files = [...emitted.files, ...documents];
  onStage?.('write');
  await refuseOtherBuild(config);
  const stale = findStaleFiles(outDir, files, session.lastBuild?.written, session.outputs);
  const allReads = withInputs(root, reads, inputs);
  const result = { ok: true, diagnostics: all, manifest, targets, outDir, files, stale };
  if (mode === 'check') {
    session.keep(allReads);
    return result;
  }
  // Reported only where it is new, and not in `files`, because a changed handler leaves the build as it is.
  const stamp = await emitStamp(
    config,
    files,
    [...reads.own.filter((path) => !isDeclaration(path)), ...session.tsconfigs],
    (path) => session.modules.stampOf(path),
  );
  const staleStamp = findStaleFiles(outDir, [stamp], {}, session.outputs);
  const replaced = [...stale, ...staleStamp];
  await refuseForeign(root, outDir, replaced, replaced.length > files.length);
  // Inspections are not cached: each build makes its own.
  session.keep(allReads, checked.isRepeatable ? { diagnostics, files, stamp, stale } : undefined);
  await replaceFiles(outDir, replaced, session.outputs);
  await removeLeft(outDir, files);
  return { ...result, stale: [...stale, ...staleStamp.filter(({ current }) => current === undefined)] };
}

// The checker reads the types of packages, not their code.
const withInputs = (root: string, { own, packages }: Reads, inputs: readonly string[]): Reads => ({
  own: [...new Set([...own, ...inputs.filter((path) => isOwn(root, path))])],
  packages: [...new Set([...packages, ...inputs.filter((path) => !isOwn(root, path))])],
});
