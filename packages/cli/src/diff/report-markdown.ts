import type { Bump } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import type { ChangeFinding, ManifestComparison } from '@btcp/schema/compare';

const TITLES: Readonly<Record<Bump, string>> = {
  major: 'Breaking changes',
  minor: 'New',
  patch: 'Other changes',
};

/** Changes as a release note. */
export function reportMarkdown({ findings }: ManifestComparison): string {
  if (findings.length === 0) return 'No tool has changed.\n';
  return Object.entries(TITLES)
    .map(([bump, title]) => ({ title, own: findings.filter((finding) => finding.bump === bump) }))
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => `### ${title}\n\n${own.map(itemOf).join('')}`)
    .join('\n');
}

function itemOf({ tool, path, message, reason, bump, ...finding }: ChangeFinding): string {
  const place = path === '' ? '' : ` at ${code(path)}`;
  const why = bump === 'major' ? ` ${text(reason)}` : '';
  const shown =
    'witness' in finding
      ? ` ${path.startsWith('/outputSchema') ? 'It may return' : 'A call that fails'} now: ${code(JSON.stringify(finding.witness))}.`
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
