import type { Diagnostic } from '@btcp/core';
import type { CheckedFile, CheckedTool } from './check/checked-tool.ts';
import type { EvaluatedFiles } from './evaluate-changed.ts';
import { moduleSyntax } from './source/module-syntax.ts';
import type { ChangedFile, FoundFiles } from './find-tools.ts';
import { groupBy } from './source/group-by.ts';
import { TOOL_FILES } from './source/known-modules.ts';
import type { Session } from './session.ts';

/** What the checks of the files that have changed gave. */
export interface Checks {
  readonly checked: readonly CheckedTool[];
  /** Absolute paths of files that the type checker could not parse. */
  readonly broken: ReadonlySet<string>;
}

/**
 * The files of a project after the checks of their tools, in order. Those that would be checked with the same result are
 * kept for the next build.
 */
export function keepFiles(
  context: Session,
  found: FoundFiles,
  evaluation: EvaluatedFiles,
  { checked: tools, broken }: Checks,
): readonly CheckedFile[] {
  const { cache } = context;
  const repeatable = new Set(
    evaluation.tools.filter(({ isRepeatable }) => isRepeatable).map(({ tool }) => tool.call),
  );
  const toolsOf = groupBy(tools, ({ file }) => file);
  const checked = new Map(
    found.changed.map((file) => [
      file.path,
      checkedFile(context, file, toolsOf.get(file.path) ?? [], broken),
    ]),
  );
  for (const { path, question, tools: ofFile } of found.changed)
    if (ofFile.every(({ call }) => repeatable.has(call))) cache.put(question, checked.get(path));
  const files = found.searched.flatMap((path) => {
    const file = found.known.get(path) ?? checked.get(path);
    return file ? [{ path, file }] : [];
  });
  keepNames(
    context,
    files.filter(({ file }) => file.tools.length > 0).map(({ path }) => path),
  );
  return files.map(({ file }) => file);
}

function checkedFile(
  context: Session,
  { path, diagnostics }: ChangedFile,
  tools: readonly CheckedTool[],
  broken: ReadonlySet<string>,
): CheckedFile {
  // A handler that does not parse cannot be read, nor can a file in which a syntax error hides a tool.
  const unread = [path, ...[...context.modules.of(path)].filter((each) => broken.has(each))];
  const ofSyntax: readonly Diagnostic[] = [...new Set(unread)].flatMap((each) =>
    moduleSyntax(context.syntax, each),
  );
  return { tools, diagnostics: [...diagnostics, ...ofSyntax], from: context.askedAbout(path) };
}

// Tells the next build which files the type checker has to read.
function keepNames({ cache }: Session, paths: readonly string[]): void {
  const before = cache.find<readonly string[]>(TOOL_FILES)?.value;
  if (before?.join('\n') !== paths.join('\n')) cache.put(TOOL_FILES, paths);
}
