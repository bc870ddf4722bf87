import { relative, sep } from 'node:path';
import type { Bump, Manifest } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import type { ChangeFinding, ManifestComparison } from '@btcp/schema/compare';
import type { Release } from './parse-release.ts';
import { findJsonPlaces, placeOf, positionFinder } from '../json-places.ts';
import { githubCommand, repositoryRoot } from '../report/report-diagnostics.ts';

/** Changes for people: by tool, the worst first. */
function reportText({ bump, findings }: ManifestComparison, old: Manifest, now: Manifest): string {
  const tools = [...new Set(findings.map(({ tool }) => tool))];
  const texts = tools.map((tool) => {
    const own = findings.filter((finding) => finding.tool === tool);
    return [tool, ...own.flatMap(linesOf), ''].map(escapeUnseen).join('\n');
  });
  const [from, to] = [old, now].map(({ name, version }) => escapeUnseen(`${name} ${version}`.trimEnd()));
  return `${texts.map((text) => `${text}\n`).join('')}${from} → ${to}: ${summaryOf(bump, findings)}\n`;
}

function linesOf({ id, bump, path, message, reason, ...finding }: ChangeFinding): readonly string[] {
  return [
    `  ${bump}  ${id}${path === '' ? '' : `  ${path}`}`,
    `    ${message} ${reason}`,
    ...('witness' in finding ? [`    ${witnessText({ id, path, ...finding })}`] : []),
  ];
}

/** What shows that a change breaks callers. */
const witnessText = ({ id, path, witness }: Pick<ChangeFinding, 'id' | 'path' | 'witness'>): string =>
  `${witnessOf(id, path).text}: ${JSON.stringify(witness)}`;

/** What a witness shows: an input that is refused, an output that is new, or an input with another default. */
const WITNESSES = {
  input: { text: 'accepted before, refused now', markdown: 'A call that fails' },
  output: { text: 'may return now, and never did', markdown: 'It may return' },
  default: { text: 'filled in otherwise now', markdown: 'A call that means something else' },
};

function witnessOf(
  id: ChangeFinding['id'],
  path: string,
): { readonly text: string; readonly markdown: string } {
  if (id.startsWith('default-')) return WITNESSES.default;
  return path.startsWith('/outputSchema') ? WITNESSES.output : WITNESSES.input;
}

/** `major: 1 major, 2 minor`. */
function summaryOf(bump: ManifestComparison['bump'], findings: readonly ChangeFinding[]): string {
  if (bump === 'none') return 'no changes';
  const counts = (['major', 'minor', 'patch'] as const).flatMap((each) => {
    const count = findings.filter((finding) => finding.bump === each).length;
    return count === 0 ? [] : [`${count} ${each}`];
  });
  return `a ${bump} release (${counts.join(', ')})`;
}

const TITLES: Readonly<Record<Bump, string>> = {
  major: 'Breaking changes',
  minor: 'New',
  patch: 'Other changes',
};

/** Changes as a release note. */
function reportMarkdown({ findings }: ManifestComparison): string {
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
      ? ` ${witnessOf(id, path).markdown} now: ${code(JSON.stringify(finding.witness))}.`
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

/** An error for what breaks callers; a warning where the rule only warns. */
function commandOf({ bump, level }: ChangeFinding): 'error' | 'warning' | 'notice' {
  if (level === 'warn') return 'warning';
  return level === 'deny' && bump === 'major' ? 'error' : 'notice';
}

/** Changes as GitHub Actions commands: at their lines, where the new release is a file. */
function reportAnnotations({ findings }: ManifestComparison, now: Release, cwd: string): string {
  const lineOf = lineFinder(now);
  const file = now.source && relative(repositoryRoot(cwd), now.source.file).split(sep).join('/');
  return findings
    .map((finding) => {
      const { id, tool, path, bump, message, reason } = finding;
      const at = path === '' ? '' : ` at ${path}`;
      const shown = 'witness' in finding ? [witnessText(finding)] : [];
      const lines = [`${tool}${at}: ${message} ${reason}`, ...shown];
      const place = file === undefined ? {} : { file, line: String(lineOf(finding)) };
      const properties = { ...place, title: `${bump}: ${id}` };
      return githubCommand(commandOf(finding), properties, lines.map(escapeUnseen).join('\n'));
    })
    .join('');
}

function lineFinder({ source, manifest }: Release): (finding: ChangeFinding) => number {
  if (source === undefined) return () => 1;
  // A byte order mark counts as a character of the first line.
  const plain = source.text.replace(/^\uFEFF/, ' ');
  const { places } = findJsonPlaces(plain);
  const positionOf = positionFinder(plain);
  const indexes = new Map(manifest.tools.map(({ name }, index) => [name, index]));
  return ({ tool, path }) => {
    const index = indexes.get(tool);
    return positionOf(placeOf(places, index === undefined ? '/tools' : `/tools/${index}${path}`)).line;
  };
}

/** How changes are printed. */
export type DiffFormat = 'pretty' | 'json' | 'markdown' | 'github';

/** The two releases that were compared. */
interface ComparedReleases {
  readonly old: Release;
  readonly now: Release;
}

/** Words the changes between two releases. */
export function reportChanges(
  format: DiffFormat,
  comparison: ManifestComparison,
  releases: ComparedReleases,
  cwd: string,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`;
    case 'markdown':
      return reportMarkdown(comparison);
    case 'github':
      return reportAnnotations(comparison, releases.now, cwd);
    default:
      return reportText(comparison, releases.old.manifest, releases.now.manifest);
  }
}
