import type { Diagnostic } from '@btcp/core';
import { ruleOf, RULES, type RuleSettings, severityOf } from '@btcp/schema/check';
import { closestName } from '@btcp/schema/runtime';
import type { Suppression } from './find-suppressions.ts';

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
