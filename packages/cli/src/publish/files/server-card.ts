import { UsageError } from '../../errors.ts';
import { type FileWriter, publishedJson } from '../publication.ts';
import { serverFacts } from '../server-facts.ts';

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const CARD = 'mcp/server-card.json';

/** The drafts by which clients find remote MCP servers: a server card (SEP-2127), and the catalog that leads to it. */
export const serverCard: FileWriter = (publication) => {
  const { settings, isExperimental } = publication;
  if (!isExperimental) return [];
  const { url, remotes = [] } = settings;
  if (url === undefined || remotes.length === 0)
    throw new UsageError(
      `--experimental describes a server on the web: write \`publish: { ${url === undefined ? 'url' : 'remotes'} }\` in the config.`,
    );
  const facts = serverFacts(publication);
  const { hostname } = new URL(url);
  const entry = {
    identifier: `urn:air:${hostname}:mcp:${facts.name.replace(/^.*\//, '')}`,
    type: 'application/mcp-server-card+json',
    url: url + CARD,
  };
  return [
    { path: CARD, text: publishedJson({ $schema: CARD_SCHEMA, ...facts, remotes }) },
    {
      path: '.well-known/ai-catalog.json',
      text: publishedJson({ specVersion: '1.0', entries: [entry] }),
    },
  ];
};
