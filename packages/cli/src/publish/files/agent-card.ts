import type { Manifest } from '@btcp/core';
import { UsageError } from '../../errors.ts';
import { type FileWriter, publishedJson, isWebUrl } from '../settings.ts';
import { exportReported } from './exported-tools.ts';

/** Where A2A's clients look for it. */
const CARD = '.well-known/agent-card.json';
/** The version of A2A whose form the card has. */
const VERSION = '1.0';

/** The card of an A2A agent, where the config says that there is one: the tools are its skills. */
export const agentCard: FileWriter = (publication) => {
  const { manifest, settings } = publication;
  const { agent, title = manifest.name, description = manifest.description, url } = settings;
  if (agent === undefined) return [];
  if (description === undefined)
    throw new UsageError(
      'An agent card needs a description: write `publish: { description }` in the config.',
    );
  const { url: address, binding = 'JSONRPC', streaming, pushNotifications, ...security } = agent;
  const skills = exportReported(CARD, 'a2a', publication).tools;
  const modesOf = (side: 'inputModes' | 'outputModes'): readonly string[] =>
    [...new Set(skills.flatMap((skill) => skill[side]))].sort();
  const card = {
    name: title,
    description,
    supportedInterfaces: [{ url: address, protocolBinding: binding, protocolVersion: VERSION }],
    ...providerOf(manifest),
    version: manifest.version,
    ...(url !== undefined && { documentationUrl: url }),
    capabilities: {
      ...(streaming !== undefined && { streaming }),
      ...(pushNotifications !== undefined && { pushNotifications }),
    },
    ...security,
    defaultInputModes: modesOf('inputModes'),
    defaultOutputModes: modesOf('outputModes'),
    skills,
  };
  return [{ path: CARD, text: publishedJson(card) }];
};

/** A2A takes a provider only with its address. */
function providerOf({ provider: { name, url, icon } = { name: '' } }: Manifest): object {
  return {
    ...(url !== undefined && isWebUrl(url) && { provider: { organization: name, url } }),
    ...(icon?.startsWith('https:') && { iconUrl: icon }),
  };
}
