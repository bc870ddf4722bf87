import { agentSkills } from './files/agent-skills.ts';
import { exportedTools } from './files/exported-tools.ts';
import { indexHtml } from './files/index-html.ts';
import { llmsTxt } from './files/llms-txt.ts';
import { manifestFile, metaSchemas } from './files/manifest.ts';
import { mcpBundle } from './files/mcp-bundle.ts';
import { serverCard } from './files/server-card.ts';
import { serverJson } from './files/server-json.ts';
import { signatureFiles } from './files/signature.ts';
import { uiDocuments } from './files/ui-documents.ts';
import { webMcpForms } from './files/web-mcp-forms.ts';
import { webMcpScript } from './files/web-mcp-script.ts';
import type { FileWriter } from './publication.ts';

/** Everything that `btcp publish --out` writes. */
export const FILES: readonly FileWriter[] = [
  manifestFile,
  signatureFiles,
  uiDocuments,
  metaSchemas,
  serverJson,
  mcpBundle,
  agentSkills,
  serverCard,
  exportedTools,
  webMcpScript,
  webMcpForms,
  llmsTxt,
  indexHtml,
];
