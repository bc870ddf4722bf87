import type { FileWriter, Publication, PublishedFile } from '../settings.ts';
import { readDocument, UI_FOLDER } from '../../system/write-files.ts';

/** The documents of tools with `ui`, for servers elsewhere and whoever verifies the manifest. */
export const uiDocuments: FileWriter = (publication) => documentFiles(publication, UI_FOLDER);

export function documentFiles(
  { manifest, config }: Publication,
  folder: string,
): Promise<readonly PublishedFile[]> {
  const shown = manifest.tools.filter(({ ui }) => ui);
  return Promise.all(
    shown.map(async (tool) => ({
      path: `${folder}/${tool.name}.html`,
      text: await readDocument(tool, config.outDir),
    })),
  );
}
