import type { PublishConfig } from '@btcp/core';
import { omitKeys } from '@btcp/schema/internal';
import { UsageError } from '../../errors.ts';
import {
  type FileWriter,
  type Publication,
  publishedJson,
  isServerName,
  SERVER_NAME,
  isWebUrl,
} from '../settings.ts';
import { textField } from '../../system/read-package.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';

/** The registry's own limit, in bytes. */
const MAX_PROVIDED = 4096;

/** `server.json` of the MCP registry, where the config names a package or a remote server. */
export const serverJson: FileWriter = (publication) => {
  const { npm, remotes = [] } = publication.settings;
  if (npm === undefined && remotes.length === 0) return [];
  const server = {
    $schema: SCHEMA,
    ...serverFacts(publication),
    ...(npm !== undefined && { packages: [packageOf(npm, publication)] }),
    ...(remotes.length > 0 && { remotes }),
    _meta: { [PROVIDED]: providedBy(publication) },
  };
  return [{ path: 'server.json', text: publishedJson(server) }];
};

function packageOf(npm: string, { package: fields, manifest, settings, report }: Publication): object {
  const isOwn = textField(fields, 'name') === npm;
  const mcpName = textField(fields, 'mcpName');
  if (isOwn && settings.name !== undefined && mcpName !== settings.name)
    throw new UsageError(
      `The MCP registry refuses ${npm} unless package.json says "mcpName": "${settings.name}"; it says ${mcpName === undefined ? 'nothing' : `"${mcpName}"`}.`,
    );
  if (isOwn && fields['bin'] === undefined)
    report(`server.json: package.json has no "bin", so that clients find no server to start in ${npm}.`);
  return {
    registryType: 'npm',
    identifier: npm,
    version: (isOwn ? textField(fields, 'version') : undefined) ?? manifest.version,
    transport: { type: 'stdio' },
  };
}

/** The manifest in short, as far as the registry takes it. */
function providedBy({ manifest, settings, report }: Publication): object {
  const { btcp, tools, capabilities } = manifest;
  const provided = {
    btcp,
    ...(settings.url !== undefined && { manifest: `${settings.url}.well-known/btcp.json` }),
    capabilities,
    tools: tools.map(({ name }) => name),
  };
  if (Buffer.byteLength(JSON.stringify(provided)) <= MAX_PROVIDED) return provided;
  report(
    `server.json: the names of the tools and capabilities are left out: the registry takes ${MAX_PROVIDED} bytes.`,
  );
  return omitKeys(provided, ['capabilities', 'tools']);
}

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

/** What the MCP registry's server.json and a server card both say of a server. */
interface ServerFacts {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl?: string;
  readonly repository?: PublishConfig['repository'];
  readonly icons?: readonly { readonly src: string }[];
}

const MAX_DESCRIPTION = 100;
const MAX_ICON = 255;

/**
 * Describes the server of a publication.
 *
 * @throws UsageError that names the setting to write.
 */
function serverFacts({ manifest, settings, package: fields, report }: Publication): ServerFacts {
  const { title, repository } = settings;
  const name = settings.name ?? textField(fields, 'mcpName');
  if (name === undefined)
    throw new UsageError(
      'The MCP registry needs a name: write `publish: { name: \'com.example/…\' }` in the config, or "mcpName" in package.json.',
    );
  if (!isServerName(name))
    throw new UsageError(
      `"mcpName" of package.json is "${name}", which the MCP registry refuses: it takes ${SERVER_NAME}.`,
    );
  const { url, icon } = manifest.provider ?? {};
  const isSafe = url !== undefined && isWebUrl(url);
  if (url !== undefined && !isSafe) report(`server.json: "${url}" is left out: it is no URL of a page.`);
  const hasIcon = icon !== undefined && icon.startsWith('https:') && icon.length <= MAX_ICON;
  if (icon !== undefined && !hasIcon)
    report(
      `server.json: the icon is left out: it must begin with https: and have at most ${MAX_ICON} characters.`,
    );
  return {
    name,
    ...(title !== undefined && { title }),
    description: describe(settings.description ?? manifest.description),
    version: manifest.version,
    ...(isSafe && { websiteUrl: url }),
    ...(repository && { repository }),
    ...(hasIcon && { icons: [{ src: icon }] }),
  };
}

// Cutting it would publish half a sentence.
function describe(description: string | undefined): string {
  if (description && description.length <= MAX_DESCRIPTION) return description;
  const reason = !description
    ? 'the manifest has no description'
    : `the manifest's description has ${description.length} characters`;
  throw new UsageError(
    `\`publish.description\` is missing: ${reason}, and the MCP registry takes 1 to ${MAX_DESCRIPTION}.`,
  );
}
