import { omitKeys } from '@btcp/schema';
import { UsageError } from '../../errors.ts';
import { textField } from '../../system/read-package.ts';
import { type FileWriter, type Publication, publishedJson } from '../publication.ts';
import { serverFacts } from '../server-facts.ts';

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
