import type { Diagnostic, Manifest } from '@btcp/core';
import type { ExampleRunner } from './check/check-examples.ts';
import type { Portability } from './check/check-portability.ts';
import { type CheckStage, hasNoError, type ManifestInspector, withInspection } from './build-result.ts';
import type { ProjectOptions } from './config/with-project.ts';

/** Options of a check. */
export interface CheckOptions extends ProjectOptions {
  /** Milliseconds to read the schemas of one module. Default: 10,000. */
  readonly evaluationTimeout?: number;
  /** Called when a stage begins. */
  readonly onStage?: (stage: CheckStage) => void;
  /** Runs the examples of tools without errors; by default they are only validated. */
  readonly runExamples?: ExampleRunner;
  /** Predicts what the config's targets would drop or rewrite; not checked by default. */
  readonly portability?: Portability;
  /** Called with a manifest without errors. */
  readonly inspect?: ManifestInspector;
}

/** The result of a check. */
export interface CheckReport {
  /** Whether there is no error. */
  readonly ok: boolean;
  /** Absolute path of the folder that the diagnostics' files are relative to. */
  readonly root: string;
  /** Every mistake found, and advice, sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** As a build would publish it; absent after an error. */
  readonly manifest?: Manifest;
}

export interface SourceReport {
  readonly report: CheckReport;
  /** By absolute path, without a byte order mark; only files with fixes. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Checks a project: what a build reports, and advice. Writes nothing. */
export async function check(options: CheckOptions = {}): Promise<CheckReport> {
  return (await checkSources(options)).report;
}

export async function checkSources(options: CheckOptions): Promise<SourceReport> {
  const sources = new Map<string, string>();
  const { withSession } = await import('./with-session.ts');
  const report = await withSession<Omit<CheckReport, 'root'>>(options, { ok: false }, async (session) => {
    const [{ checkProject }, { settingsWithoutRuns }] = await Promise.all([
      import('./check-project.ts'),
      import('./config/rule-settings.ts'),
    ]);
    const { rules, root, targets } = session.config;
    const { diagnostics, manifest, reads } = await checkProject(session, {
      ...options,
      rules: options.runExamples ? rules : settingsWithoutRuns(rules),
      onFixable: (file, text) => sources.set(file, text),
    });
    session.keep(reads);
    session.settle({ isSaved: !options.config });
    if (!manifest || !hasNoError(diagnostics)) return { ok: false, diagnostics };
    const all = await withInspection(diagnostics, options.inspect, { root, manifest, targets });
    const ok = hasNoError(all);
    return { ok, diagnostics: all, ...(ok && { manifest }) };
  });
  return { report, sources };
}
