import { fileURLToPath } from 'node:url';
import { ts } from '../source/ts.ts';
import type { Diagnostic } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { placeAt, positionOf, type Position } from '../source/position.ts';
import { compareText } from '../source/match-files.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { LeftOutStatement } from './plan/choose-statements.ts';
import type { ExternalImport } from './plan/plan-modules.ts';
import type { MissingExport } from './plan/module-graph.ts';
import type { EvaluationError, Variation } from './evaluation-protocol.ts';
import { accessAround, explainFailure, SPLIT_HELP } from './explain-failure.ts';
import type { EvaluationEnd } from './evaluation-process.ts';
import { nodeAt, syntaxErrorsOf } from '../source/nodes.ts';

/** A source position in one of the author's modules. */
export interface Place {
  /** Absolute path. */
  readonly path: string;
  readonly offset: number;
}

/**
 * Maps a position in the evaluated code back to the author's source.
 *
 * @param line - 1-based, as `column`, in the compiled module.
 */
export type ToSource = (path: string, line: number, column: number) => Place | undefined;

const JSX = /<\/\w*>|\/>/;
const JSX_HELP =
  'Correct the syntax; if this is JSX, rename the file to `.tsx`, and let `tools` in the config match that.';

/** Reports the syntax errors of a file. */
export function moduleSyntax(project: SourceProject, path: string): readonly Diagnostic[] {
  const file = project.file(path);
  const errors = file ? syntaxErrorsOf(file) : [];
  if (!file) return [];
  const help =
    path.endsWith('.ts') && JSX.test(file.text)
      ? JSX_HELP
      : 'Correct the syntax; nothing else in this file can be checked before.';
  return errors.map(({ start, length, messageText }) => ({
    id: 'syntax-error',
    severity: 'error',
    ...placeAt(project, file, start, length),
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
    help,
  }));
}

/** Reports a module that does not compile. */
export function brokenModule(project: SourceProject, { path, offset }: Place, message: string): Diagnostic {
  return {
    id: 'schema-module-broken',
    severity: 'error',
    ...placeAt(project, project.file(path) as ts.SourceFile, offset, 1),
    message: `This module cannot be evaluated: ${message}.`,
    help: 'Correct the import or the code; `tsc --noEmit` shows the same mistake with its types.',
  };
}

/** Reports a statement that may change a schema, but is not run. */
export function statementLeftOut(
  project: SourceProject,
  { unit, name, foreign }: LeftOutStatement,
): Diagnostic {
  return {
    id: 'schema-statement-left-out',
    severity: 'warning',
    ...positionOf(project, unit.node),
    message: `This statement may change \`${name}\`, which the schemas need, and is not run: it uses ${foreign}.`,
    help: 'If it changes the schema, change it in a statement of its own. If not, move it to a module without tools or schemas, or say so above it: `// btcp-ignore schema-statement-left-out: <reason>`.',
  };
}

/** Reports an import of a name that one of the author's own modules does not export. */
export function missingExport(project: SourceProject, { path, specifier, name }: MissingExport): Diagnostic {
  const target = project.resolve(specifier, path);
  const { exports, reExports } = (target && project.outlineOf(target.path)) ?? {};
  const close = closestName(name, [...(exports?.keys() ?? []), ...(reExports?.keys() ?? [])]);
  return {
    id: 'schema-needs-export',
    severity: 'error',
    ...positionOfImport(project, path, specifier),
    message: `The schemas need \`${name}\` of \`${specifier}\`, which exports nothing of that name${close === undefined ? '.' : `; did you mean \`${close}\`?`}`,
    help:
      close === undefined
        ? 'Export it there, or correct the name.'
        : `Import \`${close}\`, or export \`${name}\` there.`,
  };
}

function positionOfImport(project: SourceProject, path: string, specifier: string): Position {
  const statement = project
    .file(path)
    ?.statements.find(
      (node) =>
        ts.isImportDeclaration(node) &&
        ts.isStringLiteral(node.moduleSpecifier) &&
        node.moduleSpecifier.text === specifier,
    );
  return statement ? positionOf(project, statement) : { file: project.relative(path), line: 1, column: 1 };
}

/** Where an external module is imported: the first of its imports. */
export function positionOfExternal(
  project: SourceProject,
  { specifier, importers }: ExternalImport,
): Position {
  const [first = ''] = [...importers].sort((a, b) => compareText(project.relative(a), project.relative(b)));
  return positionOfImport(project, first, specifier);
}

/**
 * Reports what ran for too long, or ended the process.
 *
 * @param what - The subject of the message.
 * @param timeout - In milliseconds.
 */
export function neverEnded(
  what: string,
  place: Position,
  end: Exclude<EvaluationEnd, { kind: 'done' }>,
  timeout: number,
): Diagnostic {
  const [id, message, help] =
    end.kind === 'timeout'
      ? [
          'schema-never-ends',
          `${what} did not finish within ${timeout / 1000} s, so the schemas cannot be read.`,
          'Look for a loop or a promise that never ends in what runs when the module is imported.',
        ]
      : [
          'schema-ends-process',
          `${what} ended the process while the schemas were read: ${end.detail}.`,
          `Do not call \`process.exit\` where schemas are defined. ${SPLIT_HELP}`,
        ];
  return { id, severity: 'error', ...place, message, help };
}

/** Reports an error thrown while the schemas were evaluated. */
export function evaluationFailed(
  project: SourceProject,
  tool: DiscoveredTool,
  error: EvaluationError,
  toSource: ToSource,
): Diagnostic {
  const thrown = placeInStack(project, error.stack, toSource);
  const found = thrown && nodeAt(thrown, (each): each is ts.Node => !ts.isSourceFile(each));
  const node = found && accessAround(found);
  const explained = explainFailure(project, error, node);
  const { id, message, help } = explained;
  // A missing import may be part of a schema without being used.
  const specifier = explained.specifier ?? (node ? undefined : error.missingImport);
  const place =
    specifier !== undefined
      ? positionOfImport(project, thrown?.file.fileName ?? tool.file, specifier)
      : thrown && !node
        ? placeAt(project, thrown.file, thrown.offset, 1)
        : positionOf(project, node ?? tool.definition);
  return { id, severity: 'error', tool: tool.defaultName, ...place, message, help };
}

/** Reports a use of something non-deterministic in the author's code. */
export function schemaVaries(
  project: SourceProject,
  { varies, stack }: Variation,
  toSource: ToSource,
): Diagnostic | undefined {
  // Ignores uses by packages while they load, and by Node itself, as `console.log` reads the environment for colours.
  const [ofAuthor = ''] = stack.split(/^.*\bnode:/m);
  const place = placeInStack(project, ofAuthor, toSource);
  return (
    place && {
      id: 'schema-varies',
      severity: 'warning',
      ...placeAt(project, place.file, place.offset, 1),
      message: `The schemas are read with \`${varies}\`, which may give another schema with each build, and on each machine.`,
      help: 'Write the value itself, or move what needs it into `execute`. If no schema depends on it, say so above it: `// btcp-ignore schema-varies: <reason>`.',
    }
  );
}

const FRAME = /\(?((?:file:\/\/|\/|[A-Za-z]:\\)[^()\n]*?):(\d+):(\d+)\)?$/;

/** Finds the innermost frame of the stack that is in the author's source. */
function placeInStack(
  project: SourceProject,
  stack: string,
  toSource: ToSource,
): { readonly file: ts.SourceFile; readonly offset: number } | undefined {
  for (const frame of stack.split('\n').slice(1)) {
    const [, written = '', line, column] = FRAME.exec(frame.trim()) ?? [];
    if (written === '') continue;
    const path = written.startsWith('file:') ? fileURLToPath(written) : written;
    const place = toSource(path, Number(line), Number(column));
    const file = place && project.file(place.path);
    if (file) return { file, offset: place.offset };
  }
  return undefined;
}
