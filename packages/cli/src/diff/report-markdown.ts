import type { Bump } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import type { ChangeFinding, ManifestComparison } from '@btcp/schema/compare';
import { witnessKind } from './report-text.ts';

const TITLES: Readonly<Record<Bump, string>> = {
  major: 'Breaking changes',
  minor: 'New',
  patch: 'Other changes',
};

const WITNESSES = {
  input: 'A call that fails',
  output: 'It may return',
  default: 'A call that means something else',
} as const;

/** Changes as a release note. */
export function reportMarkdown({ findings }: ManifestComparison): string {
  if (findings.length === 0) return 'No tool has changed.\n';
  return Object.entries(TITLES)
    .map(([bump, title]) => ({ title, own: findings.filter((finding) => finding.bump === bump) }))
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => `### ${title}\n\n${own.map(itemOf).join('')}`)
    .join('\n');
}

function itemOf({ id, tool, path, message, reason, bump, ...finding }: ChangeFinding): string {
  const place = path === '' ? '' : ` at ${code(path)}`;
  // That of an undecided change is the maintainer's own.
  const why = bump === 'major' || id === 'undecided' ? ` ${text(reason)}` : '';
  const shown =
    'witness' in finding
      ? ` ${WITNESSES[witnessKind(id, path)]} now: ${code(JSON.stringify(finding.witness))}.`
      : '';
  return `- ${code(tool)}${place}: ${text(message)}${why}${shown}\n`;
}

// Names and values come from files: they must not become markup.
const text = (given: string): string =>
  escapeUnseen(given)
    .replace(/[\\*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/`/g, '\\`');

/** A code span whose fence is longer than any run of backticks in it. */
function code(given: string): string {
  const plain = escapeUnseen(given);
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${plain}${fence}` : `${fence} ${plain} ${fence}`;
}
