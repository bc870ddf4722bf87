import type { Diagnostic, ManifestTool, ToolUi } from '@btcp/core';
import type { PublishableTool } from '../../check/checked-tool.ts';
import type { Comparison } from '../../check/compare-tools.ts';
import type { EmittedFile } from '../../write/write-files.ts';
import { sha256 } from '../../system/sha256.ts';
import { bundleHtml } from './bundle-html.ts';
import { UiError } from './bundle-part.ts';
import type { UiSettings } from './ui-settings.ts';
import { relativePath } from '../../source/match-files.ts';

/** A project whose manifest has the digests of the tools' documents. */
export interface WithUis extends Comparison {
  readonly documents: readonly EmittedFile[];
  /** Absolute paths of what they were made of. */
  readonly inputs: readonly string[];
}

/** Bundles the documents that tools have as `ui`, one HTML text each. */
export async function emitUis(compared: Comparison, settings: UiSettings): Promise<WithUis> {
  const bundled = await Promise.all(
    compared.tools.map(async (tool): Promise<BundledUi | undefined> =>
      tool.ui === undefined ? undefined : bundleUi(tool, tool.ui, settings),
    ),
  );
  const all = bundled.filter((each) => each !== undefined);
  const uis = new Map(all.map(({ name, ui }) => [name, ui]));
  const withUi = (tool: ManifestTool): ManifestTool => {
    const ui = uis.get(tool.name);
    return ui ? { ...tool, ui } : tool;
  };
  return {
    manifest: { ...compared.manifest, tools: compared.manifest.tools.map(withUi) },
    tools: compared.tools.map((tool) => ({ ...tool, published: withUi(tool.published) })),
    diagnostics: [...compared.diagnostics, ...all.flatMap(({ diagnostic }) => diagnostic ?? [])],
    documents: all.flatMap(({ document }) => document ?? []),
    inputs: all.flatMap(({ inputs }) => inputs),
  };
}

interface BundledUi {
  readonly name: string;
  readonly ui?: ToolUi;
  readonly document?: EmittedFile;
  readonly inputs: readonly string[];
  readonly diagnostic?: Diagnostic;
}

async function bundleUi(
  { name, place }: PublishableTool,
  path: string,
  settings: UiSettings,
): Promise<BundledUi> {
  try {
    const { html, inputs } = await bundleHtml(path, settings);
    return {
      name,
      ui: { sha256: sha256(html, 'hex'), ...settings.ui },
      document: { path: `ui/${name}.html`, text: html },
      inputs,
    };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!(error instanceof UiError) && !isMissing) throw error;
    const at =
      error instanceof UiError
        ? { file: relativePath(settings.root, error.path), line: error.line, column: error.column }
        : { ...place, column: 1 };
    const reason = isMissing
      ? `there is no ${relativePath(settings.root, path)}`
      : (error as UiError).message;
    const diagnostic: Diagnostic = {
      id: 'ui-not-bundled',
      severity: 'error',
      tool: name,
      ...at,
      message: `The \`ui\` of "${name}" cannot be put into one document: ${reason}.`,
      help: 'It may hold files of the project and of packages, but request nothing; `ui.resourceDomains` of the config allows other hosts.',
    };
    return { name, inputs: [path], diagnostic };
  }
}
