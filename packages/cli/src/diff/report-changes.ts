import type { ManifestComparison } from '@btcp/schema/compare';
import type { Release } from './parse-release.ts';
import { reportAnnotations } from './report-annotations.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';

/** How changes are printed. */
export type DiffFormat = 'pretty' | 'json' | 'markdown' | 'github';

/** The two releases that were compared. */
export interface ComparedReleases {
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
