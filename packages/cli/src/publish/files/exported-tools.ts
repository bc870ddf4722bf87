import { FILE_TARGETS } from '@btcp/adapters/formats';
import { exportReported } from '../export-reported.ts';
import { type FileWriter, publishedJson } from '../publication.ts';

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
