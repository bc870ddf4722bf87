import { resolve } from 'node:path';
import type { Diagnostic, Manifest } from '@btcp/core';
import type { CheckStage } from './build-result.ts';
import { checkExamples, type ExampleRunner } from './check/check-examples.ts';
import { checkCapabilities } from './check/capabilities/check-capabilities.ts';
import { checkIsolation } from './check/capabilities/check-isolation.ts';
import { checkCode } from './check/check-code.ts';
import { checkPortability, type Portability } from './check/check-portability.ts';
import { checkPackage } from './check/check-package.ts';
import { importUnresolved } from './check/import-unresolved.ts';
import { type CheckResult, finishChecks } from './check/finish-checks.ts';
import { startChecks } from './check/start-checks.ts';
import { dropExplained } from './check/report/drop-explained.ts';
import { findNoTools } from './check/find-no-tools.ts';
import { groupDiagnostics } from './check/report/group-diagnostics.ts';
import { sortDiagnostics } from './check/report/sort-diagnostics.ts';
import { applySuppressions } from './check/suppressions/suppressions.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import { discoverTools } from './discover/discover-tools.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import { moduleSyntax } from './evaluate/evaluation-diagnostics.ts';
import { addFixes } from './commands/fix/add-fixes.ts';
import { readUses } from './infer/infer-tool.ts';
import { isOwn } from './source/match-files.ts';
import { findMissingImports } from './source/missing-imports.ts';
import type { Reads, Session } from './session.ts';
import type { SourceProject } from './source/source-project.ts';
import { relativePath } from './source/relative-path.ts';
import type { ts } from './source/ts.ts';

/** Options for checking a project. */
export interface CheckProjectOptions {
  /** Severities by rule. */
  readonly rules: LoadedConfig['rules'];
  /** Adds fixes to the diagnostics; called with the text of each file that has any. */
  readonly onFixable?: (file: string, text: string) => void;
  readonly evaluationTimeout?: number | undefined;
  readonly onStage?: ((stage: CheckStage) => void) | undefined;
  /** Compares the compiled validators with ajv, too. */
  readonly crossCheck?: boolean;
  /** Runs the examples, too. */
  readonly runExamples?: ExampleRunner | undefined;
  /** Reports what the config's targets would drop or rewrite, too. */
  readonly portability?: Portability | undefined;
}

/** A project that has been checked. */
export interface CheckedProject {
  /** Absent where no file matches. */
  readonly manifest?: Manifest;
  /** Those without an error, in the order of the manifest. */
  readonly tools: CheckResult['tools'];
  readonly compilerOptions: ts.CompilerOptions;
  /** Sorted, without suppressed ones. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute paths of what was read: the project's own files, and those of packages. */
  readonly reads: Reads;
  /** Whether the same sources will give the same result. */
  readonly isRepeatable: boolean;
}

/** Finds and checks the tools of a project. */
export async function checkProject(session: Session, options: CheckProjectOptions): Promise<CheckedProject> {
  const { onStage, rules } = options;
  const { config, project, files } = session;
  onStage?.('discover');
  const { options: compilerOptions } = project;
  if (files.length === 0)
    return {
      tools: [],
      diagnostics: [noFiles(config)],
      compilerOptions,
      reads: { own: [], packages: [] },
      isRepeatable: true,
    };
  const discovery = discoverTools(project, files, session.discovered);
  const settings = { rules, crossCheck: options.crossCheck ?? false };
  // The inference thread answers in order while this one continues.
  const uses = readUses(session, discovery.tools);
  const toolFiles = [...new Set(discovery.tools.map(({ file }) => file))];
  // Most projects have none, which needs no syntax tree of what handlers import.
  const missing = toolFiles.some((file) => session.closures.isIncomplete(file))
    ? findMissingImports(project, toolFiles, config.outDir)
    : [];
  onStage?.('evaluate');
  const evaluation = await evaluateTools(project, discovery.tools, {
    timeout: options.evaluationTimeout,
    cache: session.definitions,
    missing: new Set(missing.map(({ text }) => text)),
    processes: session.processes,
  });
  onStage?.('infer');
  const started = Promise.all(evaluation.tools.map((tool) => startChecks(session, settings, tool)));
  const code = checkCode(session, evaluation.tools);
  const begun = (await started).flat();
  onStage?.('check');
  const inferred = begun.map(({ tool }) => tool).filter(({ alias }) => !alias);
  const capabilities = checkCapabilities(session, inferred, await uses, rules);
  const ofCode = await code;
  const check = await finishChecks(session, begun, rules, ({ call }) => ({
    isVerified: capabilities.verified.has(call),
    diagnostics: ofCode.get(call) ?? [],
  }));
  const { manifest } = check;
  const ofExamples = await runExamples(project, manifest, check.tools, options, config.tsconfig);
  const ofTargets = checkPortability({
    project,
    manifest,
    tools: check.tools,
    settings: rules,
    config,
    portability: options.portability,
  });
  const sources = [...new Set([...files, ...toolFiles].flatMap((file) => [...session.closures.of(file)]))];
  const [readFiles, broken] = await Promise.all([
    session.programFiles(),
    session.inference.ask('brokenFiles').then((paths) => new Set(paths)),
  ]);
  // A handler that does not parse cannot be read, nor can a file in which a syntax error hides a tool.
  const unread = findSyntaxErrors(
    project,
    [...new Set([...files, ...sources.filter((path) => broken.has(path))])],
    evaluation.diagnostics,
  );
  const all = [
    ...discovery.diagnostics,
    ...missing.map((specifier) => importUnresolved(project, specifier)),
    ...evaluation.diagnostics,
    ...unread,
    ...check.diagnostics,
    ...ofExamples,
    ...ofTargets,
    ...capabilities.diagnostics,
    ...checkIsolation(inferred, await uses, config.config?.sandbox),
    ...findNoTools(config, [...discovery.diagnostics, ...unread], discovery.tools),
    ...checkPackage(config),
  ];
  const evaluated = evaluation.diagnostics.map(({ file }) => resolve(config.root, file));
  const searched = [
    ...sources,
    ...evaluated,
    ...check.diagnostics.map(({ file }) => resolve(config.root, file)),
  ];
  const left = dropExplained(applySuppressions(project, searched, all, rules));
  const diagnostics = sortDiagnostics(groupDiagnostics(sortDiagnostics(left)));
  const { onFixable } = options;
  const fixable = onFixable
    ? await addFixes({ project, config, tools: evaluation.tools, onFixable }, diagnostics)
    : diagnostics;
  const reads = readsOf(config.root, [...sources, ...readFiles]);
  const { isRepeatable } = evaluation;
  return { manifest, tools: check.tools, diagnostics: fixable, compilerOptions, reads, isRepeatable };
}

function findSyntaxErrors(
  project: SourceProject,
  files: readonly string[],
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const broken = new Set(reported.filter(({ id }) => id === 'syntax-error').map(({ file }) => file));
  return files
    .filter((path) => !broken.has(project.relative(path)))
    .flatMap((path) => moduleSyntax(project, path));
}

function readsOf(root: string, paths: readonly string[]): Reads {
  const all = [...new Set(paths)];
  return {
    own: all.filter((path) => isOwn(root, path)),
    packages: all.filter((path) => !isOwn(root, path)),
  };
}

async function runExamples(
  project: SourceProject,
  manifest: Manifest,
  tools: CheckResult['tools'],
  { runExamples: run, rules: settings, onStage }: CheckProjectOptions,
  tsconfig: string | undefined,
): Promise<readonly Diagnostic[]> {
  if (!run) return [];
  onStage?.('run');
  return checkExamples({ project, manifest, tools, settings, run, tsconfig });
}

function noFiles(config: LoadedConfig): Diagnostic {
  return {
    id: 'no-files',
    severity: 'error',
    file: relativePath(config.root, config.file),
    line: 1,
    column: 1,
    message: `No file matches ${config.tools.map((glob) => `"${glob}"`).join(', ')}.`,
    help: 'Correct `tools` in the config; the globs are relative to its folder.',
  };
}
