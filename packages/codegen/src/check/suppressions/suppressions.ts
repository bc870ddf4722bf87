import type { Diagnostic } from '@btcp/core';
import { ruleOf, RULES, type RuleSettings, severityOf } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { SourceProject } from '../../source/source-project.ts';
import type { ts } from '../../source/ts.ts';
import { commentAt } from '../../source/nodes.ts';

export interface Suppression {
  /** The rule's id; empty where none is named. */
  readonly id: string;
  /** Whether the comment names other rules too. */
  readonly isShared: boolean;
  /** Empty where none is given. */
  readonly reason: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line it applies to: its own if code precedes it, else the next line with code. */
  readonly coveredLine: number;
}

const COMMENT = /\/(?:\/|\*\*?)[ \t]*btcp-ignore(?![\w-])([^\r\n]*)/gi;
const CONTENT = /^[ \t]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?[ \t]*:?[ \t]*(.*)$/;

/** The comments `// btcp-ignore <id>: <reason>` of a file; they may name several rules, or be block comments. */
export function findSuppressions(project: SourceProject, path: string): readonly Suppression[] {
  if (!/btcp-ignore/i.test(project.text(path) ?? '')) return [];
  const file = project.file(path);
  if (!file) return [];
  return [...file.text.matchAll(COMMENT)].flatMap((match) => {
    // The match may be inside a string or another comment.
    const comment = commentAt(file, match.index);
    if (!comment) return [];
    const [, given = '', reason = ''] = CONTENT.exec(match[1]?.replace(/\*\/.*$/, '') ?? '') ?? [];
    const ids = given.split(',').map((id) => id.trim());
    const { line, character } = file.getLineAndCharacterOfPosition(match.index);
    return ids.map((id) => ({
      id,
      isShared: ids.length > 1,
      reason: reason.trim(),
      file: project.relative(path),
      line: line + 1,
      column: character + 1,
      length: file.text.slice(comment.pos, comment.end).split(/\r?\n/)[0]?.trimEnd().length ?? 0,
      coveredLine: coveredLine(file, match.index, comment.end) + 1,
    }));
  });
}

function coveredLine(file: ts.SourceFile, position: number, end: number): number {
  const { line } = file.getLineAndCharacterOfPosition(position);
  const lineStart = file.getPositionOfLineAndCharacter(line, 0);
  // In JSX, comments are written in braces.
  if (/[^\s{]/.test(file.text.slice(lineStart, position))) return line;
  return file.getLineAndCharacterOfPosition(skipTrivia(file.text, end)).line;
}

/** Where the next token begins, after white space and comments. */
function skipTrivia(text: string, position: number): number {
  const trivia = /(?:\s+|(?<=\*\/)\}|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = position;
  return position + (trivia.exec(text)?.[0].length ?? 0);
}

/** Whether a comment can suppress a diagnostic. What cannot be published stays an error. */
export function canBeIgnored({ id, severity }: Diagnostic): boolean {
  if (severity !== 'error') return true;
  const rule = ruleOf(id);
  return rule !== undefined && rule.isMandatory !== true;
}

/** Removes suppressed diagnostics, and reports comments that suppress nothing. */
export function applySuppressions(
  suppressions: readonly Suppression[],
  diagnostics: readonly Diagnostic[],
  settings: RuleSettings,
): readonly Diagnostic[] {
  if (suppressions.length === 0) return diagnostics;
  const used = new Set<Suppression>();
  const left = diagnostics.filter((diagnostic) => {
    const covering = suppressions.filter((each) => covers(each, diagnostic));
    if (!canBeIgnored(diagnostic)) return true;
    for (const each of covering) used.add(each);
    return covering.length === 0;
  });
  const broken = new Set(left.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  const reports = suppressions.flatMap((each) => {
    if (each.id === '') return [withoutRule(each)];
    if (each.reason === '') return [withoutReason(each)];
    // After an error, not every rule ran, so a comment may still be needed.
    return used.has(each) || broken.has(each.file) || isOff(each.id, settings) ? [] : [unused(each)];
  });
  return [...left, ...reports];
}

const covers = ({ file, coveredLine, id, reason }: Suppression, diagnostic: Diagnostic): boolean =>
  reason !== '' && diagnostic.id === id && diagnostic.file === file && diagnostic.line === coveredLine;

function isOff(id: string, settings: RuleSettings): boolean {
  const rule = ruleOf(id);
  return rule !== undefined && severityOf(rule, settings) === undefined;
}

const at = ({
  file,
  line,
  column,
  length,
}: Suppression): Pick<Diagnostic, 'file' | 'line' | 'column'> & {
  readonly length: number;
} => ({ file, line, column, length });

const withoutRule = (comment: Suppression): Diagnostic => ({
  id: 'suppression-unused',
  severity: 'warning',
  ...at(comment),
  message: 'This comment names no rule, and so ignores nothing.',
  help: 'Write the id of the rule before the reason: `// btcp-ignore <id>: <reason>`.',
  // The comment names no rule.
  data: { rule: null, meant: null },
});

const withoutReason = (comment: Suppression): Diagnostic => ({
  id: 'suppression-without-reason',
  severity: 'error',
  ...at(comment),
  message: `This comment ignores "${comment.id}" without a reason, and so has no effect.`,
  help: `Say why behind a colon: \`// btcp-ignore ${comment.id}: <reason>\`.`,
});

function unused(comment: Suppression): Diagnostic {
  const { id, isShared } = comment;
  const rule = ruleOf(id);
  const ids = RULES.map((each) => each.id);
  const close = rule ? undefined : closestName(id, ids);
  const message =
    rule?.isMandatory === true
      ? `"${id}" cannot be ignored: what breaks it cannot be published.`
      : `Nothing here breaks "${id}"${close === undefined ? '.' : `; did you mean "${close}"?`}`;
  return {
    id: 'suppression-unused',
    severity: 'warning',
    ...at(comment),
    message,
    help: 'Take the comment out, or move it to the line above the place.',
    data: { rule: id, meant: close ?? null, ...(isShared && { isShared }) },
  };
}
