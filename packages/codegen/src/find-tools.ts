import type { Diagnostic } from '@btcp/core';
import type { RuleSettings } from '@btcp/schema/check';
import { readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { closestName } from '@btcp/schema/runtime';
import { keyOf } from './cache/cache.ts';
import type { CheckedFile } from './check/checked-tool.ts';
import { groupBy } from './source/group-by.ts';
import { discoverTools, withReExported } from './discover/discover-tools.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import { findMissingImports } from './source/missing-imports.ts';
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
  /** Specifiers that lead to no file, in the modules that it loads. */
  readonly missing: readonly string[];
}

/** The files that a build searches for tools. */
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
    return {
      path,
      question,
      tools: own,
      diagnostics: [
        ...(diagnosticsOf.get(relative) ?? []),
        ...missing.map((specifier) => importUnresolved(syntax, specifier)),
      ],
      missing: missing.map(({ text }) => text),
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

/** Reports an import of the author's own code that leads to no file. */
function importUnresolved(project: SourceProject, specifier: ts.StringLiteralLike): Diagnostic {
  const { text } = specifier;
  const beside = specifierBeside(text, specifier.getSourceFile().fileName);
  return {
    id: 'import-unresolved',
    severity: 'error',
    ...positionOf(project, specifier),
    message: `The import \`${text}\` cannot be resolved: there is no such file${beside === undefined ? '.' : `; did you mean \`${beside}\`?`}`,
    help:
      beside === undefined
        ? 'Correct the path, or add the file: no tool that imports this module could be loaded.'
        : `Write \`${beside}\`.`,
  };
}

const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/**
 * Suggests the specifier for an unresolved relative import: of a file with the same name and another extension, or with a
 * similar name.
 *
 * @param from - Absolute path of the file that imports it.
 */
function specifierBeside(specifier: string, from: string): string | undefined {
  const written = basename(specifier);
  const files = filesIn(dirname(resolve(dirname(from), specifier)));
  const names = files.map((file) => file.replace(EXTENSION, ''));
  const name = written.replace(EXTENSION, '');
  const file = files[names.indexOf(names.includes(name) ? name : (closestName(name, names) ?? ''))];
  if (file === undefined) return undefined;
  // Keeps the author's style of importing `.ts`.
  const isSource = /\.(?:[cm]?ts|tsx)$/.test(specifier);
  const imported = isSource ? file : file.replace(/\.[jt]sx?$/, '.js').replace(/\.([cm])ts$/, '.$1js');
  return specifier.slice(0, specifier.length - written.length) + imported;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => EXTENSION.test(file));
  } catch {
    return [];
  }
}
