import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { RuleSettings } from '@btcp/schema/check';
import { checkExamples, type ExampleRunner } from './check/check-examples.ts';
import { checkListing, checkPortability, type Portability } from './check/check-portability.ts';
import { checkPackage, findNoFiles, findNoTools, findUnmatched } from './check/check-files.ts';
import type { CheckedFile } from './check/checked-tool.ts';
import type { Comparison } from './check/compare-tools.ts';
import { dropExplained, groupDiagnostics, sortDiagnostics } from './check/report/group-diagnostics.ts';
import { applySuppressions, findSuppressions, type Suppression } from './check/suppressions/suppressions.ts';
import { addFixes } from './fix/fixers.ts';
import { Definitions } from './definitions.ts';
import { discoverTools } from './discover/discover-tools.ts';
import type { EvaluatedFiles } from './evaluate-changed.ts';
import type { FoundFiles } from './find-tools.ts';
import type { Session } from './session.ts';
import type { EvaluatedTool } from './evaluate/evaluation-protocol.ts';
import type { CheckStage } from './build-result.ts';

export interface CheckProjectOptions {
  readonly rules: RuleSettings;
  /** Adds fixes to the diagnostics; called with the text of each file that has any. */
  readonly onFixable?: (file: string, text: string) => void;
  readonly evaluationTimeout?: number | undefined;
  readonly onStage?: ((stage: CheckStage) => void) | undefined;
  readonly runExamples?: ExampleRunner | undefined;
  /** Reports what the config's targets would drop or rewrite, too. */
  readonly portability?: Portability | undefined;
}

export interface ProjectFindings extends CheckProjectOptions {
  readonly found: FoundFiles;
  readonly evaluation: EvaluatedFiles;
  readonly files: readonly CheckedFile[];
  readonly compared: Comparison;
}

/** The diagnostics of a project: sorted, without suppressed ones, and with fixes where somebody asks for them. */
export async function reportProject(
  context: Session,
  findings: ProjectFindings,
): Promise<readonly Diagnostic[]> {
  const { config } = context;
  const unmatched = findUnmatched(config);
  if (context.files.length === 0) return [findNoFiles(config), ...unmatched];
  const { found, evaluation, files, compared, rules } = findings;
  const ofFiles = files.flatMap(({ diagnostics }) => diagnostics);
  const all = [
    ...ofFiles,
    ...evaluation.diagnostics,
    ...compared.diagnostics,
    ...(await checkFurther(context, findings)),
    ...findNoTools(config, ofFiles, [
      ...files.flatMap(({ tools }) => tools),
      ...found.changed.flatMap(({ tools }) => tools),
    ]),
    ...checkPackage(config),
    ...unmatched,
  ];
  const named = [...evaluation.diagnostics, ...compared.diagnostics].map(({ file }) => file);
  const suppressions = suppressionsIn(context, found, new Set(named));
  const left = dropExplained(applySuppressions(suppressions, all, rules));
  const diagnostics = sortDiagnostics(groupDiagnostics(sortDiagnostics(left)));
  return withFixes(context, findings, diagnostics);
}

/** Runs the examples, and predicts what exports lose, where that is asked for. */
async function checkFurther(
  context: Session,
  { compared: { manifest, tools }, rules, runExamples, portability, onStage }: ProjectFindings,
): Promise<readonly Diagnostic[]> {
  if (runExamples) onStage?.('run');
  return [
    ...(runExamples ? await checkExamples(context, manifest, tools, rules, runExamples) : []),
    ...checkPortability(context, manifest, tools, rules, portability),
    ...checkListing(context, tools, rules),
  ];
}

/** @param named - Files of diagnostics, relative to the project: one of them may be the config. */
function suppressionsIn(
  { syntax, modules, cache, config }: Session,
  { searched }: FoundFiles,
  named: ReadonlySet<string>,
): readonly Suppression[] {
  const files = new Set([
    ...modules.reachedFrom(searched),
    ...[...named].map((file) => resolve(config.root, file)),
  ]);
  return [...files]
    .filter((path) => modules.mentionsIgnore(path))
    .flatMap((path) =>
      cache.remember(['suppressions', path, modules.hashOfText(path)], () => findSuppressions(syntax, path)),
    );
}

function withFixes(
  context: Session,
  { onFixable, evaluation, files }: ProjectFindings,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!onFixable) return diagnostics;
  const { syntax, config } = context;
  const toolNamed = (name: string): EvaluatedTool | undefined => {
    const changed = evaluation.tools.find(({ tool }) => tool.name === name);
    if (changed) return changed.tool;
    const known = files.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
    const found =
      known &&
      discoverTools(syntax, [known.file]).tools.find(({ exportName }) => exportName === known.exportName);
    const definitionValue = found && new Definitions(context).find(found);
    return definitionValue && { ...found, name, definitionValue };
  };
  return addFixes({ project: syntax, config, toolNamed, onFixable }, diagnostics);
}
