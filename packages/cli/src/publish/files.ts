import { indexHtml } from './files/index-html.ts';
import { llmsTxt } from './files/llms-txt.ts';
import { manifestFile, metaSchemas } from './files/manifest.ts';
import { mcpBundle } from './files/mcp-bundle.ts';
import { serverCard } from './files/server-card.ts';
import { serverJson } from './files/server-json.ts';
import { signatureFiles } from './files/signature.ts';
import { webMcpForms } from './files/web-mcp-forms.ts';
import { webMcpScript } from './files/web-mcp-script.ts';
import { type FileWriter, publishedJson } from './publication.ts';
import { exportReported } from './export-reported.ts';

const CARD = '.well-known/mcp/server-card.json';

/** What Smithery reads where it cannot ask the server itself. */
const smitheryCard: FileWriter = (publication) => {
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

/** Formats without a service of their own: their hosts take tools as files. */
const ALWAYS = ['ikigai', 'toolfoundation'];

/** `tools.<target>.json` for ikigai, toolfoundation and each target of the config, as `btcp export` writes it. */
const exportedTools: FileWriter = (publication) => {
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

/** Everything that `btcp publish --out` writes. */
export const FILES: readonly FileWriter[] = [
  manifestFile,
  signatureFiles,
  metaSchemas,
  serverJson,
  mcpBundle,
  serverCard,
  smitheryCard,
  exportedTools,
  webMcpScript,
  webMcpForms,
  llmsTxt,
  indexHtml,
];
