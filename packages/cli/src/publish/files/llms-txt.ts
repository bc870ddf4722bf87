import type { ManifestTool } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/internal';
import type { FileWriter } from '../settings.ts';

/** The tools for a language model that reads the site, in the form of llmstxt.org. */
export const llmsTxt: FileWriter = ({ manifest, settings }) => {
  const { name, version, description, capabilities, tools } = manifest;
  const base = settings.url ?? '';
  const link = (path: string, text: string, note: string): string => `- [${text}](${base}${path}): ${note}`;
  const toolLink = (tool: ManifestTool): string =>
    link(`index.html#${tool.name}`, inline(tool.name), noteOf(tool));
  const current = tools.filter(({ deprecated }) => deprecated !== true);
  const lines = [
    `# ${inline(settings.title ?? name)}`,
    '',
    `> ${inline(description ?? `Tools of ${name}.`)}`,
    '',
    `Version ${inline(version)}. Capabilities that a host grants: ${capabilities.map(inline).join(', ') || 'none'}.`,
    '',
    ...section('Tools', current.map(toolLink)),
    ...section('Machine-readable', [
      link('.well-known/btcp.json', 'Manifest', 'Every tool with its schemas, examples and capabilities.'),
      link('schemas/manifest.json', 'Schema of the manifest', 'JSON Schema, draft 2020-12.'),
    ]),
    ...section('Optional', tools.filter((tool) => !current.includes(tool)).map(toolLink)),
  ];
  return [{ path: 'llms.txt', text: lines.join('\n') }];
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];

function noteOf({ description, deprecated, deprecationMessage }: ManifestTool): string {
  const prefix = deprecated === true ? `Deprecated. ${inline(deprecationMessage ?? '')} ` : '';
  return `${prefix}${inline(description)}`.trim();
}

/** Text in one line without markup, so that it begins no heading, link or list. */
function inline(text: string): string {
  return escapeUnseen(text.replaceAll(/\s+/g, ' ').trim()).replaceAll(/[\\`*_[\]<>#&~|!]/g, String.raw`\$&`);
}
