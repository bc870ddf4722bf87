import { relative, sep } from 'node:path';
import { escapeUnseen } from '@btcp/schema';
import type { ChangeFinding, ManifestComparison } from '@btcp/schema/compare';
import { findJsonPlaces, placeOf } from '../json-places.ts';
import { positionFinder } from '../position-finder.ts';
import { githubCommand } from '../report/report-github.ts';
import { repositoryRoot } from '../report/repository-root.ts';
import type { Release } from './parse-release.ts';
import { witnessText } from './report-text.ts';

/** An error for what breaks callers; a warning where the rule only warns. */
function commandOf({ bump, level }: ChangeFinding): 'error' | 'warning' | 'notice' {
  if (level === 'warn') return 'warning';
  return level === 'deny' && bump === 'major' ? 'error' : 'notice';
}

/** Changes as GitHub Actions commands: at their lines, where the new release is a file. */
export function reportAnnotations({ findings }: ManifestComparison, now: Release, cwd: string): string {
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
