import { type FileWriter, type Publication, publishedJson } from '../settings.ts';
import { type ExportedTools, exportTools, type Target } from '@btcp/adapters';
import { FILE_TARGETS } from '@btcp/adapters/formats';
import { parseTarget } from '../../export/parse-target.ts';
import { counted } from '../../io.ts';

/** `tools.<target>.json` for targets that take files, and each target of the config, as `btcp export` writes it. */
export const exportedTools: FileWriter = (publication) => {
  const { config, report } = publication;
  return [...new Set([...FILE_TARGETS, ...config.targets])].sort().map((target) => {
    const path = `tools.${target}.json`;
    // What the config does not ask for may lack tools.
    const isPromised = config.targets.includes(target);
    const exported = exportReported(path, target, {
      ...publication,
      ...(!isPromised && { reportMissing: report }),
    });
    return { path, text: publishedJson(exported) };
  });
};

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
