import type { Diagnostic } from '@btcp/core';
import { resolve } from 'node:path';
import { type SourceEdit, canEdit } from '../edit/edit-sources.ts';
import { ts } from '../source/ts.ts';
import { nodeAt, commentAt, isOpen, nameText, unwrap } from '../source/nodes.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';
import { DeclaredCapabilities } from '../check/capabilities/compare-capabilities.ts';
import { editCapabilities } from '../edit/edit-capabilities.ts';
import { compareText } from '../source/match-files.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';

export interface FixContext {
  readonly project: SourceProject;
  readonly diagnostic: Diagnostic;
  /** The syntax tree of the diagnostic's file, and the offset of its position. */
  readonly file: ts.SourceFile;
  readonly offset: number;
  /** Its tool, and those that the same goes for. */
  readonly tools: readonly EvaluatedTool[];
  /** All diagnostics, for fixes that combine several. */
  readonly all: readonly Diagnostic[];
}

/** Returns the edits that fix a diagnostic; none if the code has an unexpected form. */
export type Fixer = (context: FixContext) => readonly SourceEdit[];

/** The rules about one capability of a tool's list. */
const CAPABILITY_RULES = [
  'capability-missing',
  'capability-misspelt',
  'capability-unknown',
  'capability-malformed',
  'capability-alias',
  'capability-repeated',
] as const;

function correctCapabilities({ diagnostic, tools, all }: FixContext): readonly SourceEdit[] {
  const { meant: own } = diagnostic.data ?? {};
  const hasFix = /-(?:missing|repeated)$/.test(diagnostic.id) || typeof own === 'string';
  // Other mistakes that tools share are in one list.
  const lists = diagnostic.id === 'capability-missing' ? tools : tools.slice(0, 1);
  return hasFix ? lists.flatMap((tool) => correctList(tool, all)) : [];
}

/** Writes the whole list as all diagnostics about it want it, because edits for single ones would overlap. */
function correctList(tool: EvaluatedTool, all: readonly Diagnostic[]): readonly SourceEdit[] {
  const { capabilities } = tool.definitionValue.fields;
  const missing: string[] = [];
  const meanings = new Map<string, string>();
  for (const each of all) {
    const { id, data } = each;
    const { capability, meant } = data ?? {};
    if (!toolsOf(each).includes(tool.name) || typeof capability !== 'string') continue;
    if (id === 'capability-missing') missing.push(capability);
    else if (CAPABILITY_RULES.some((each) => each === id) && typeof meant === 'string')
      meanings.set(capability, meant);
  }
  const kept = new DeclaredCapabilities(capabilities).written.map((each) => meanings.get(each) ?? each);
  const wanted = [...new Set([...kept, ...missing])].sort(compareText);
  const edit = editCapabilities(tool, wanted, capabilities !== undefined);
  return 'edits' in edit ? edit.edits : [];
}

/** Unwraps `Type.Optional` of the property at the diagnostic, unless that would remove a comment. */
function unwrapOptional(context: FixContext): readonly SourceEdit[] {
  const name = nodeAt(context, isName);
  const value = name && ts.isPropertyAssignment(name.parent) ? name.parent.initializer : undefined;
  if (!value || !ts.isCallExpression(value) || builderOf(context.project, value) !== 'Optional') return [];
  const [inner, extra] = value.arguments;
  if (!inner || extra) return [];
  const { fileName: file, text } = context.file;
  const removed = [
    { file, start: value.getStart(), end: inner.getStart(), text: '' },
    { file, start: inner.end, end: value.end, text: '' },
  ];
  return removed.some(({ start, end }) => /\/[/*]/.test(text.slice(start, end))) ? [] : removed;
}

/** Fixers by the id of their diagnostic. */
export const FIXERS: ReadonlyMap<string, Fixer> = new Map<string, Fixer>([
  ...CAPABILITY_RULES.map((id): [string, Fixer] => [id, correctCapabilities]),
  ['additional-properties-open', closeSchema],
  ['output-properties-open', closeSchema],
  ['default-optional', unwrapOptional],
  ['field-unknown', renameKey],
  ['keyword-misspelt', renameKey],
  ['keyword-unknown', renameKey],
  ['suppression-unused', correctComment],
]);

function renameKey({ diagnostic, file, offset, all }: FixContext): readonly SourceEdit[] {
  const { field, keyword = field, meant, isSpelling } = diagnostic.data ?? {};
  const name = nodeAt({ file, offset }, ts.isPropertyName);
  if (!name || nameText(name) !== keyword || typeof meant !== 'string' || isSpelling === false) return [];
  const { parent } = name;
  const isPlain = ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent);
  if (!isPlain || !ts.isObjectLiteralExpression(parent.parent)) return [];
  const literal = parent.parent;
  // A spread or a computed name may already define the right name.
  const isSafe = literal.properties.every(
    (each) => each.name && !isOpen(each) && nameText(each.name) !== meant,
  );
  const isBeside = ({ line, column }: Diagnostic): boolean => {
    const place = file.getPositionOfLineAndCharacter(line - 1, column - 1);
    return literal.properties.some((each) => each.getStart() === place);
  };
  const first = all.find(
    (other) =>
      other.id === diagnostic.id &&
      other.file === diagnostic.file &&
      other.data?.['meant'] === meant &&
      isBeside(other),
  );
  if (!isSafe || first !== diagnostic) return [];
  // Keeps the quotes.
  const quote = ts.isIdentifier(name) ? 0 : 1;
  return [{ file: file.fileName, start: name.getStart() + quote, end: name.end - quote, text: meant }];
}

// Corrects a misspelt id; removes any other unused suppression, with its line if nothing else is there.
function correctComment({ file, offset, diagnostic }: FixContext): readonly SourceEdit[] {
  const { rule, meant } = diagnostic.data ?? {};
  const { text, fileName } = file;
  const range = commentAt(file, offset);
  if (!range || typeof rule !== 'string') return [];
  const { end } = range;
  const comment = text.slice(offset, end);
  if (typeof meant === 'string') {
    const start = offset + comment.indexOf(rule);
    return [{ file: fileName, start, end: start + rule.length, text: meant }];
  }
  // The comment may name other rules that are needed, or separate two tokens.
  if (diagnostic.data?.['isShared'] === true || /^[^\s}]/.test(text.slice(end))) return [];
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  if (before.trim() !== '')
    return [{ file: fileName, start: lineStart + before.trimEnd().length, end, text: '' }];
  const lineBreak = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ file: fileName, start: lineStart, end: end + lineBreak, text: '' }];
}

const OPTION_NAME = 'additionalProperties';
const OPTION = `${OPTION_NAME}: false`;
/** Builders that modify or contain the schema in their first argument. */
const AROUND: ReadonlySet<string> = new Set(['Optional', 'Readonly', 'ReadonlyOptional', 'Array']);

/** Closes the object schema that is written at the property at the diagnostic. */
function closeSchema(context: FixContext): readonly SourceEdit[] {
  const name = nodeAt(context, isName);
  // Path such as `orders[].place`; empty for the input or output itself.
  const path = context.diagnostic.data?.['property'];
  const isIt = name && typeof path === 'string' && isNameAt(path, name.text);
  if (!isIt || !ts.isPropertyAssignment(name.parent)) return [];
  const call = objectCall(context.project, name.parent.initializer);
  return call ? closed(call) : [];
}

function isNameAt(path: string, name: string): boolean {
  const fields = path.replace(/(?:\[\])+$/, '');
  return fields === '' ? /^(?:in|out)putSchema$/.test(name) : `.${fields}`.endsWith(`.${name}`);
}

function isName(node: ts.Node): node is ts.Identifier | ts.StringLiteral {
  return (ts.isIdentifier(node) || ts.isStringLiteral(node)) && ts.isObjectLiteralElement(node.parent);
}

/** Finds the call of `Type.Object` in an expression, inside other builders. */
function objectCall(project: SourceProject, expression: ts.Expression): ts.CallExpression | undefined {
  const value = unwrap(expression);
  if (!ts.isCallExpression(value)) return undefined;
  const builder = builderOf(project, value);
  if (builder === 'Object') return value;
  const [inner] = value.arguments;
  return builder !== undefined && AROUND.has(builder) && inner ? objectCall(project, inner) : undefined;
}

/** Returns `Object` for `Type.Object`, if `Type` is imported from TypeBox. */
function builderOf(project: SourceProject, { expression }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  const { fileName } = expression.getSourceFile();
  const from = project.outlineOf(fileName)?.imports.get(expression.expression.text)?.specifier;
  return from !== undefined && /(?:^|\/)typebox$/.test(from) ? expression.name.text : undefined;
}

function closed(call: ts.CallExpression): readonly SourceEdit[] {
  const [properties, options, extra] = call.arguments;
  const file = call.getSourceFile().fileName;
  const insert = (at: number, text: string): readonly SourceEdit[] => [{ file, start: at, end: at, text }];
  if (!properties || extra || call.arguments.some(ts.isSpreadElement)) return [];
  if (!options) return insert(properties.end, `, { ${OPTION} }`);
  if (!ts.isObjectLiteralExpression(options)) return [];
  if (options.properties.some((each) => isOpen(each) || (each.name && nameText(each.name)) === OPTION_NAME))
    return [];
  const last = options.properties.at(-1);
  // Right after the last option, so that comments keep their subject.
  return last ? insert(last.end, `, ${OPTION}`) : insert(options.getStart() + 1, ` ${OPTION} `);
}

interface FixesContext {
  readonly project: SourceProject;
  readonly config: LoadedConfig;
  readonly toolNamed: (name: string) => EvaluatedTool | undefined;
  /** Called with a file and the source that its fixes apply to. */
  readonly onFixable: (file: string, text: string) => void;
}

export function addFixes(context: FixesContext, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const { project, config, onFixable } = context;
  const editable = new Map<string, boolean>();
  const isEditable = ({ file }: SourceEdit): boolean => {
    if (!editable.has(file)) editable.set(file, canEdit(project, config, file));
    return editable.get(file) === true;
  };
  const fixed: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    // Those of several tools are in files of their own, of which some may still be updated by imports.
    const edits = editsOf(context, diagnostic, diagnostics).filter(isEditable);
    const fix = edits.map((edit) => ({ ...edit, file: project.relative(edit.file) }));
    fixed.push(edits.length > 0 ? { ...diagnostic, fix } : diagnostic);
    for (const { file } of edits)
      onFixable(resolve(config.root, project.relative(file)), project.file(file)?.text ?? '');
  }
  return fixed;
}

function editsOf(
  { project, config: { root }, toolNamed }: FixesContext,
  diagnostic: Diagnostic,
  all: readonly Diagnostic[],
): readonly SourceEdit[] {
  const fixer = FIXERS.get(diagnostic.id);
  const file = fixer && project.file(resolve(root, diagnostic.file));
  if (!fixer || !file) return [];
  const offset = file.getPositionOfLineAndCharacter(diagnostic.line - 1, diagnostic.column - 1);
  const tools = toolsOf(diagnostic).flatMap((name) => toolNamed(name) ?? []);
  return fixer({ project, diagnostic, file, offset, tools, all });
}

const toolsOf = ({ tool, data }: Diagnostic): readonly string[] =>
  [tool, data?.['otherTools']].flat().filter((name) => typeof name === 'string');
