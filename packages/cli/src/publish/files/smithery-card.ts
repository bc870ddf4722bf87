import { exportReported } from '../export-reported.ts';
import { type FileWriter, publishedJson } from '../publication.ts';

const CARD = '.well-known/mcp/server-card.json';

/** What Smithery reads where it cannot ask the server itself. */
export const smitheryCard: FileWriter = (publication) => {
  if (!publication.isForSmithery) return [];
  const { name, version } = publication.manifest;
  const { tools } = exportReported(CARD, 'mcp-2025-11-25', publication);
  return [
    {
      path: CARD,
      text: publishedJson({ serverInfo: { name, version }, tools, resources: [], prompts: [] }),
    },
  ];
};
