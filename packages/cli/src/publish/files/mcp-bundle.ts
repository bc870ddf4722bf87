import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { skillFiles } from './agent-skills.ts';
import { documentFiles } from './manifest.ts';
import { exportReported } from './exported-tools.ts';
import { type FileWriter, publishedJson, isWebUrl } from '../settings.ts';
import { UI_FOLDER } from '../../system/write-files.ts';
import { textField } from '../../system/read-package.ts';

const BUNDLE = 'mcpb/manifest.json';

/** What MCPB takes for an email address, or less. */
const EMAIL = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** An MCP bundle (MCPB 0.3) with the program that `publish.bundle` names, ready for `mcpb pack`. */
export const mcpBundle: FileWriter = async (publication) => {
  const { manifest, config, settings, package: fields } = publication;
  const { bundle, title } = settings;
  if (bundle === undefined) return [];
  const { name, version, provider, description = settings.description } = manifest;
  if (provider === undefined || description === undefined)
    throw new UsageError(
      `An MCP bundle needs ${provider === undefined ? 'an author: write `provider: { name }`' : 'a description: write `description`'} in the config.`,
    );
  const entry = `server/${basename(bundle)}`;
  // MCPB's own validator does not look for the file.
  const program = await readFile(resolve(config.root, bundle)).catch(() => {
    throw new UsageError(
      `\`publish.bundle\` names ${bundle}, which cannot be read; make it before you publish.`,
    );
  });
  // Written as text, which would change its bytes.
  if (!isUtf8(program))
    throw new UsageError(`\`publish.bundle\` names ${bundle}, which is no text: name a file of JavaScript.`);
  const { url, contact } = provider;
  const isEmail = contact !== undefined && EMAIL.test(contact);
  if (contact !== undefined && !isEmail)
    publication.report(`${BUNDLE}: the contact is left out: "${contact}" is no email address.`);
  const license = textField(fields, 'license');
  // Only names and descriptions have a field; clients read the rest from the server.
  const { tools } = exportReported(BUNDLE, 'mcp-2025-11-25', publication);
  const description03 = {
    manifest_version: '0.3',
    name,
    ...(title !== undefined && { display_name: title }),
    version,
    description,
    author: {
      name: provider.name,
      ...(isEmail && { email: contact }),
      ...(url !== undefined && isWebUrl(url) && { url }),
    },
    ...(settings.repository && { repository: { type: 'git', url: settings.repository.url } }),
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entry}`] },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description })),
    tools_generated: false,
    ...(license !== undefined && { license }),
  };
  return [
    { path: BUNDLE, text: publishedJson(description03) },
    { path: `mcpb/${entry}`, text: program.toString() },
    // Beside the program, which reads them by its own URL.
    ...(await documentFiles(publication, `mcpb/server/${UI_FOLDER}`)),
    ...(await skillFiles(publication, 'mcpb/skills')).files,
  ];
};
