import { exportTools, type ExportedTools, type Target } from '@btcp/adapters';
import { parseTarget } from '../export/parse-target.ts';
import { counted } from '../report/counted.ts';
import type { Publication } from './publication.ts';

/**
 * Exports the tools of a publication, and reports how much is lost, and which tools are left out.
 *
 * @param path - The file that the tools go into.
 * @param to - A target, as `targets` of a config names it.
 */
export function exportReported<T extends Target>(
  path: string,
  to: T | (string & {}),
  { manifest, settings, report, reportMissing }: Publication,
): ExportedTools<T> {
  const { target, isStrict } = parseTarget(to);
  // A strict form's tools have the type of its target's.
  const serverUrl = settings.remotes?.find(({ type }) => type === 'streamable-http')?.url;
  const exported = exportTools(manifest, {
    target,
    strict: isStrict,
    ...(serverUrl !== undefined && { serverUrl }),
  }) as ExportedTools<T>;
  for (const { tool, path: at, reason } of exported.refused)
    reportMissing(`${path}: ${tool} is left out: ${target} cannot express it at "${at}": ${reason}`);
  const { length } = exported.warnings;
  if (length > 0)
    report(
      `${path}: ${counted(length, 'warning')} of what changes or gets lost; \`btcp export --to ${to}\` lists ${length === 1 ? 'it' : 'them'}`,
    );
  return exported;
}
