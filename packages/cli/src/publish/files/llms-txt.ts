import type { ManifestTool } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { type FileWriter, type Publication, publishedJson } from '../settings.ts';
import { type Markup, markup, pageMarkup, STYLE } from '../page/markup.ts';
import { manifestFacts, toolSection } from '../page/tool-section.ts';
import { type ExportedTools, exportTools, type Target } from '@btcp/adapters';
import { FILE_TARGETS } from '@btcp/adapters/formats';
import { parseTarget } from '../../export/parse-target.ts';
import { counted } from '../../io.ts';

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

/** The tools for people: a page without scripts, and its style. */
export const indexHtml: FileWriter = (publication) => {
  const { manifest, settings } = publication;
  const title = `${settings.title ?? manifest.name}: tools`;
  const page = pageMarkup(title, manifest.description, bodyOf(publication));
  return [
    { path: 'index.html', text: page.text },
    { path: 'index.css', text: STYLE },
  ];
};

function bodyOf({ manifest, settings }: Publication): Markup {
  const { name, tools } = manifest;
  // The names of tools have no hyphen, so that no id is taken twice.
  return markup`<a class="skip" href="#all-tools">Skip to the tools</a>
<header>
<h1>${settings.title ?? name}</h1>
${manifestFacts(manifest, '.well-known/btcp.json')}
</header>
<nav aria-label="Tools">
<ul>${tools.map(
    (tool) =>
      markup`\n<li><a href="#${tool.name}">${tool.name}</a>${tool.deprecated === true && ' (deprecated)'}</li>`,
  )}
</ul>
</nav>
<main id="all-tools">
<h2>Tools</h2>${tools.map((tool) => toolSection(tool, manifest.capabilityDetails))}
</main>`;
}

/** `tools.<target>.json` for targets that take files, and each target of the config, as `btcp export` writes it. */
export const exportedTools: FileWriter = (publication) => {
  const { config, report } = publication;
  return [...new Set([...FILE_TARGETS, ...config.targets])].sort().map((target) => {
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

/**
 * Exports the tools of a publication, and reports how much is lost, and which tools are left out.
 *
 * @param path - The file that the tools go into.
 * @param to - A target, as `targets` of a config names it.
 */
export function exportReported<T extends Target>(
  path: string,
  to: T | (string & {}),
  { manifest, settings, report, reportMissing }: Publication,
): ExportedTools<T> {
  const { target, isStrict } = parseTarget(to);
  // A strict form's tools have the type of its target's.
  const serverUrl = settings.remotes?.find(({ type }) => type === 'streamable-http')?.url;
  const exported = exportTools(manifest, {
    target,
    strict: isStrict,
    ...(serverUrl !== undefined && { serverUrl }),
  }) as ExportedTools<T>;
  for (const { tool, path: at, reason } of exported.refused)
    reportMissing(`${path}: ${tool} is left out: ${target} cannot express it at "${at}": ${reason}`);
  const { length } = exported.warnings;
  if (length > 0)
    report(
      `${path}: ${counted(length, 'warning')} of what changes or gets lost; \`btcp export --to ${to}\` lists ${length === 1 ? 'it' : 'them'}`,
    );
  return exported;
}
