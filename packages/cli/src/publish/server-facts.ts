import type { PublishConfig } from '@btcp/core';
import { UsageError } from '../errors.ts';
import { textField } from '../system/read-package.ts';
import type { Publication } from './publication.ts';
import { isServerName, SERVER_NAME } from './settings.ts';

/** What the MCP registry's server.json and a server card both say of a server. */
export interface ServerFacts {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly websiteUrl?: string;
  readonly repository?: PublishConfig['repository'];
  readonly icons?: readonly { readonly src: string }[];
}

/** Whether a provider's URL leads to a page; any other scheme could run a script. */
export const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:\/\//i.test(url);

const MAX_DESCRIPTION = 100;
const MAX_ICON = 255;

/**
 * Describes the server of a publication.
 *
 * @throws UsageError that names the setting to write.
 */
export function serverFacts({ manifest, settings, package: fields, report }: Publication): ServerFacts {
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
