import type { Diagnostic } from '@btcp/core';
import type { RuleSettings } from '@btcp/schema/check';
import { keyOf } from './cache/cache.ts';
import type { CheckedFile } from './check/checked-tool.ts';
import { groupBy } from './source/group-by.ts';
import { discoverTools, withReExported } from './discover/discover-tools.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import { findMissingImports, packageOf } from './source/missing-imports.ts';
import type { Session } from './session.ts';
import { positionOf } from './source/position.ts';
import type { SourceProject } from './source/source-project.ts';
import type { ts } from './source/ts.ts';

/** A file whose tools have to be checked, because something that they follow from has changed. */
export interface ChangedFile {
  /** Absolute path. */
  readonly path: string;
  /** What its check follows from. */
  readonly question: readonly unknown[];
  readonly tools: readonly DiscoveredTool[];
  /** About what cannot be followed. */
  readonly diagnostics: readonly Diagnostic[];
  /** Specifiers that lead to no file, in the modules that it loads: an error says so. */
  readonly missing: readonly string[];
}

export interface FoundFiles {
  /** Absolute paths, in order. */
  readonly searched: readonly string[];
  /** Of those that follow from the same as in an earlier build. */
  readonly known: ReadonlyMap<string, CheckedFile>;
  readonly changed: readonly ChangedFile[];
}

/** Finds the files with tools, and the tools of those that have changed. */
export function findTools(context: Session, rules: RuleSettings): FoundFiles {
  const { syntax, modules, cache, config } = context;
  const searched = withReExported(syntax, context.files, (path, find) =>
    cache.remember(['re-exports', modules.hashOfText(path)], find),
  );
  const ofSettings = keyOf([
    rules,
    config.formats,
    config.config?.sandbox ?? null,
    Object.keys(config.capabilities),
  ]);
  const known = new Map<string, CheckedFile>();
  const questions = new Map<string, readonly unknown[]>();
  for (const path of searched) {
    const question = ['checked', path, context.codeKeyOf(path), ofSettings];
    const before = cache.find<CheckedFile>(question)?.value;
    if (before) known.set(path, before);
    else questions.set(path, question);
    cache.touch(before?.from ?? []);
  }
  const { tools, diagnostics } = discoverTools(syntax, [...questions.keys()]);
  const toolsOf = groupBy(tools, ({ file }) => file);
  const diagnosticsOf = groupBy(diagnostics, ({ file }) => file);
  const changed = [...questions].map(([path, question]): ChangedFile => {
    const own = toolsOf.get(path) ?? [];
    // Most projects have none, which needs no syntax tree of what handlers import.
    const isMissing = own.length > 0 && modules.isIncomplete(path);
    const missing = isMissing ? findMissingImports(syntax, [path], config.outDir) : [];
    const relative = syntax.relative(path);
    const unresolved = missing.map((specifier) => importUnresolved(syntax, specifier));
    return {
      path,
      question,
      tools: own,
      diagnostics: [...(diagnosticsOf.get(relative) ?? []), ...unresolved],
      missing: missing.map(({ text }) => text).filter((_, index) => unresolved[index]?.severity === 'error'),
    };
  });
  return { searched, known, changed };
}

/** The tools of files that have not changed, which changed ones may mention. */
export function findMentioned(
  context: Session,
  { searched, known, changed }: FoundFiles,
): readonly DiscoveredTool[] {
  const importing = changed.filter(({ tools }) => tools.length > 0).map(({ path }) => path);
  const reached = context.modules.reachedFrom(importing);
  const files = searched.filter((path) => known.has(path) && reached.has(path));
  return discoverTools(context.syntax, files).tools;
}

/** Reports an import that leads to no file or package. A bundler may know of further packages. */
function importUnresolved(project: SourceProject, specifier: ts.StringLiteralLike): Diagnostic {
  const place = positionOf(project, specifier);
  const name = packageOf(specifier.text);
  if (name !== undefined)
    return {
      id: 'package-not-installed',
      severity: 'warning',
      ...place,
      message: `The package \`${name}\` is not installed: a call of a tool that imports this module would fail.`,
      help: `Run \`npm install ${name}\`, unless what runs or bundles the tools provides it.`,
    };
  return {
    id: 'import-unresolved',
    severity: 'error',
    ...place,
    message: `The import \`${specifier.text}\` cannot be resolved: there is no such file.`,
    help: 'Correct the path and its extension, or add the file: no tool that imports this module could be loaded.',
  };
}
