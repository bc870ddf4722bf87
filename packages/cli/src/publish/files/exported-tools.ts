import { exportReported } from '../export-reported.ts';
import { type FileWriter, publishedJson } from '../publication.ts';

/** Formats without a service of their own: their hosts take tools as files. */
const ALWAYS = ['ikigai', 'toolfoundation'];

/** `tools.<target>.json` for ikigai, toolfoundation and each target of the config, as `btcp export` writes it. */
export const exportedTools: FileWriter = (publication) => {
  const { config, report } = publication;
  return [...new Set([...ALWAYS, ...config.targets])].sort().map((target) => {
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
