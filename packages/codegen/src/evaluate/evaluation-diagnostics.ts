import type { Diagnostic } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { nodeAt } from '../source/nodes.ts';
import { placeAt, type Position, positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import { stackFrames } from '../system/stack-frames.ts';
import type { EvaluationEnd } from './evaluation-process.ts';
import type { EvaluationError, Variation } from './evaluation-protocol.ts';
import { accessAround, explainFailure, SPLIT_HELP } from './explain-failure.ts';
import type { LeftOutStatement } from './plan/choose-statements.ts';
import type { MissingExport } from './plan/module-graph.ts';

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

const error = (id: string, place: Position, message: string, help: string): Diagnostic => ({
  id,
  severity: 'error',
  ...place,
  message,
  help,
});

const warning = (...given: Parameters<typeof error>): Diagnostic => ({
  ...error(...given),
  severity: 'warning',
});

export function brokenModule(project: SourceProject, { path, offset }: Place, message: string): Diagnostic {
  return error(
    'schema-module-broken',
    placeAt(project, project.file(path) as ts.SourceFile, offset, 1),
    `This module cannot be evaluated: ${message}.`,
    'Correct the import or the code; `tsc --noEmit` shows the same mistake with its types.',
  );
}

/** Reports a statement that may change a schema, but is not run; what keeps a result is rather made of the schema. */
export function statementLeftOut(
  project: SourceProject,
  { unit, name, foreign }: LeftOutStatement,
): Diagnostic {
  return {
    ...warning(
      'schema-statement-left-out',
      positionOf(project, unit.node),
      `This statement may change \`${name}\`, which the schemas need, and is not run: it uses ${foreign}.`,
      'If it changes the schema, change it in a statement of its own. If not, move it to a module without tools or schemas, or say so above it: `// btcp-ignore schema-statement-left-out: <reason>`.',
    ),
    ...((ts.isVariableStatement(unit.node) || ts.isClassDeclaration(unit.node)) && { severity: 'info' }),
  };
}

const COMMON_JS = /^\s*(?:module\.)?exports\b/m;
const WRITE_MODULE =
  'Move what the schemas need to a module with `export`, such as one that ends in `.mjs`, which `require` loads as well.';

/** Reports an import of a name that one of the author's own modules does not export. */
export function missingExport(project: SourceProject, { path, specifier, name }: MissingExport): Diagnostic {
  const target = project.resolve(specifier, path);
  const { file, exports, reExports } = (target && project.outlineOf(target.path)) ?? {};
  const close = closestName(name, [...(exports?.keys() ?? []), ...(reExports?.keys() ?? [])]);
  const [meant, help] = COMMON_JS.test(file?.text ?? '')
    ? [': it is CommonJS.', WRITE_MODULE]
    : close === undefined
      ? ['.', 'Export it there, or correct the name.']
      : [`; did you mean \`${close}\`?`, `Import \`${close}\`, or export \`${name}\` there.`];
  const message = `The schemas need \`${name}\` of \`${specifier}\`, which exports nothing of that name${meant}`;
  return error('schema-needs-export', positionOfImport(project, path, specifier), message, help);
}

/** Where a module imports another; its beginning, if it does not. */
export function positionOfImport(project: SourceProject, path: string, specifier: string): Position {
  const imports = project.file(path)?.statements.filter(ts.isImportDeclaration) ?? [];
  const found = imports.find(
    ({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === specifier,
  );
  return found ? positionOf(project, found) : { file: project.relative(path), line: 1, column: 1 };
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
  return end.kind === 'timeout'
    ? error(
        'schema-never-ends',
        place,
        `${what} did not finish within ${timeout / 1000} s, so the schemas cannot be read.`,
        'Look for a loop or a promise that never ends in what runs when the module is imported.',
      )
    : error(
        'schema-ends-process',
        place,
        `${what} ended the process while the schemas were read: ${end.detail}.`,
        `Do not call \`process.exit\` where schemas are defined. ${SPLIT_HELP}`,
      );
}

export function evaluationFailed(
  project: SourceProject,
  tool: DiscoveredTool,
  thrown: EvaluationError,
  toSource: ToSource,
): Diagnostic {
  const at = placeInStack(project, thrown.stack, toSource);
  const found = at && nodeAt(at, (each): each is ts.Node => !ts.isSourceFile(each));
  const node = found && accessAround(found);
  // A missing import may be part of a schema without being used.
  const unused = node ? undefined : thrown.missingImport;
  const [id, message, help, specifier = unused] = explainFailure(project, thrown, node);
  const place =
    specifier !== undefined
      ? positionOfImport(project, at?.file.fileName ?? tool.file, specifier)
      : at && !node
        ? placeAt(project, at.file, at.offset, 1)
        : positionOf(project, node ?? tool.definition);
  const through =
    at && at.file.fileName !== tool.file && placeInStack(project, thrown.stack, toSource, tool.file);
  const ran = through ? placeAt(project, through.file, through.offset, 1) : undefined;
  const whom = ran ? ` It is called at ${ran.file}:${ran.line}.` : '';
  return { ...error(id, place, message, help + whom), tool: tool.defaultName };
}

/** Reports a use of something non-deterministic in the author's code. */
export function schemaVaries(
  project: SourceProject,
  { varies, stack }: Variation,
  toSource: ToSource,
): Diagnostic | undefined {
  // Ignores uses by packages while they load, and by Node itself, as `console.log` reads the environment for colours.
  const [ofAuthor = ''] = stack.split(/^.*\bnode:/m);
  const at = placeInStack(project, ofAuthor, toSource);
  return (
    at &&
    warning(
      'schema-varies',
      placeAt(project, at.file, at.offset, 1),
      `The schemas are read with \`${varies}\`, which may give another schema with each build, and on each machine.`,
      'Write the value itself, or move what needs it into `execute`. If no schema depends on it, say so above it: `// btcp-ignore schema-varies: <reason>`.',
    )
  );
}

/** Finds the innermost frame of the stack that is in the author's source, or in one file of it. */
function placeInStack(
  project: SourceProject,
  stack: string,
  toSource: ToSource,
  within?: string,
): { readonly file: ts.SourceFile; readonly offset: number } | undefined {
  for (const { path, line, column } of stackFrames(stack)) {
    const place = toSource(path, line, column);
    const file = place && project.file(place.path);
    if (file && (within === undefined || file.fileName === within)) return { file, offset: place.offset };
  }
  return undefined;
}
