import { exportReported } from '../export-reported.ts';
import type { FileWriter } from '../publication.ts';
import { publishedJson } from '../published-json.ts';

/** Formats without a service of their own: their hosts take tools as files. */
const ALWAYS = ['ikigai', 'toolfoundation'];

/** `tools.<target>.json` for ikigai, toolfoundation and each target of the config, as `btcp export` writes it. */
export const exportedTools: FileWriter = (publication) =>
  [...new Set([...ALWAYS, ...publication.config.targets])].sort().map((target) => {
    const path = `tools.${target}.json`;
    return { path, text: publishedJson(exportReported(path, target, publication)) };
  });
