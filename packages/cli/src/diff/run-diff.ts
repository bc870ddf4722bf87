import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import type { Bump, CompareConfig, Manifest } from '@btcp/core';
import { compareManifests, type ManifestComparison, type ChangeFinding } from '@btcp/schema/compare';
import type { Release } from './parse-release.ts';
import { readRelease } from './read-release.ts';
import { ReleaseError } from '../errors.ts';
import { projectIfAny, refuseIfStale } from '../host/project.ts';
import { type CliIo, line, type Run } from '../io.ts';
import { escapeUnseen } from '@btcp/schema/internal';
import { findJsonPlaces, placeOf } from '../json-places.ts';
import { githubCommand, repositoryRoot } from '../report/report-programs.ts';

interface DiffValues {
  readonly 'fail-on'?: Bump;
  readonly strict: boolean;
  readonly config?: string;
  readonly format: DiffFormat;
}

const BUMPS: readonly string[] = ['none', 'patch', 'minor', 'major'];

export const runDiff: Run<DiffValues> = async (
  { config, format, strict, 'fail-on': failOn },
  [oldSource = '', newSource],
  io,
) => {
  const project = await projectIfAny(io.cwd, config);
  const manifest = project && join(project.outDir, 'manifest.json');
  const old = await readRelease(oldSource, io.cwd, manifest);
  const now = await (newSource === undefined
    ? readBuild(project, io)
    : readRelease(newSource, io.cwd, manifest));
  const options = { ...project?.compare, ...(strict && { strict }) };
  const comparison = compareManifests(old.manifest, now.manifest, options);
  io.stdout(REPORTERS[format](comparison, now, old.manifest, io.cwd));
  for (const each of options.accepted ?? [])
    if (!isUndecided(comparison, each)) io.stderr(notUndecided(each));
  return failOn !== undefined && BUMPS.indexOf(comparison.bump) >= BUMPS.indexOf(failOn) ? 1 : 0;
};

type Accepted = NonNullable<CompareConfig['accepted']>[number];

const isUndecided = ({ findings }: ManifestComparison, { tool, path }: Accepted): boolean =>
  findings.some((each) => each.id === 'undecided' && each.tool === tool && each.path === path);

const notUndecided = ({ tool, path }: Accepted): string =>
  line`\`compare.accepted\` names ${tool} at ${path}, where nothing is undecided; remove it.`;

async function readBuild(project: LoadedConfig | undefined, io: CliIo): Promise<Release> {
  if (project === undefined)
    throw new ReleaseError(
      'There is no project in this folder; run it in the folder of the config, or name the new release, too.',
    );
  const path = relative(io.cwd, join(project.outDir, 'manifest.json'));
  if (!existsSync(join(io.cwd, path)))
    throw new ReleaseError(`There is no build in ${project.outDir}; run \`btcp build\` first.`);
  await refuseIfStale(project);
  return readRelease(path, io.cwd, undefined);
}

/** Changes for people: by tool, the worst first. */
function reportText({ bump, findings }: ManifestComparison, old: Manifest, now: Manifest): string {
  const tools = [...new Set(findings.map(({ tool }) => tool))];
  const texts = tools.map((tool) => {
    const own = findings.filter((finding) => finding.tool === tool);
    return [tool, ...own.flatMap(linesOf), ''].map(atStart).join('\n');
  });
  const [from, to] = [old, now].map(({ name, version }) => atStart(`${name} ${version}`.trimEnd()));
  return `${texts.map((text) => `${text}\n`).join('')}${from} → ${to}: ${summaryOf(bump, findings)}\n`;
}

/** A line, which as `::…` would be a command for GitHub Actions. */
const atStart = (text: string): string => escapeUnseen(text).replace(/^(\s*):(?=:)/, '$1\\u{3A}');

function linesOf({ id, bump, path, message, reason, ...finding }: ChangeFinding): readonly string[] {
  return [
    `  ${bump}  ${id}${path === '' ? '' : `  ${path}`}`,
    `    ${message} ${reason}`,
    ...('witness' in finding ? [`    ${witnessText({ id, path, ...finding })}`] : []),
  ];
}

/** What shows that a change breaks callers. */
const witnessText = ({ id, path, witness }: Pick<ChangeFinding, 'id' | 'path' | 'witness'>): string =>
  `${witnessOf(id, path)}: ${JSON.stringify(witness)}`;

/** What a witness shows: an input with another default, an output that is new, or an input that is refused. */
function witnessOf(id: ChangeFinding['id'], path: string): string {
  if (id.startsWith('default-')) return 'filled in otherwise now';
  return path.startsWith('/outputSchema') ? 'may return now, and never did' : 'accepted before, refused now';
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
    'witness' in finding ? ` (${witnessOf(id, path)}: ${code(JSON.stringify(finding.witness))})` : '';
  return `- ${code(tool)}${place}: ${text(message)}${why}${shown}\n`;
}

// Names and values come from files: they must not become markup, nor mention a person or an issue where this is posted,
// which GitHub does after it has read escapes; a space without width is read as nothing. Code spans stay: nothing in them is markup.
const text = (given: string): string =>
  escapeUnseen(given)
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeMarkup(part)))
    .join('');

const escapeMarkup = (given: string): string =>
  given
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/(?<![A-Za-z0-9])@(?=[A-Za-z0-9])|#(?=[0-9])/g, '$&&#8203;');

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
  const indexes = new Map(manifest.tools.map(({ name }, index) => [name, index]));
  return ({ tool, path }) => {
    const index = indexes.get(tool);
    return placeOf(places, index === undefined ? '/tools' : `/tools/${index}${path}`).line;
  };
}

type DiffFormat = 'pretty' | 'json' | 'markdown' | 'github';

const REPORTERS: Readonly<
  Record<DiffFormat, (comparison: ManifestComparison, now: Release, old: Manifest, cwd: string) => string>
> = {
  pretty: (comparison, now, old) => reportText(comparison, old, now.manifest),
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
  markdown: reportMarkdown,
  github: (comparison, now, _, cwd) => reportAnnotations(comparison, now, cwd),
};
