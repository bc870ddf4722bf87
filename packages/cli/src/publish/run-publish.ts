import { relative, resolve, sep } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import { InputError } from '../errors.ts';
import type { Manifest } from '@btcp/core';
import { readManifest } from '../export/read-manifest.ts';
import { findBuild, refuseIfEdited } from '../host/project.ts';
import { type CliIo, type ExitCode, line, type Run } from '../io.ts';
import { agentCard } from './files/agent-card.ts';
import { agentSkills } from './files/agent-skills.ts';
import { exportedTools } from './files/exported-tools.ts';
import { indexHtml } from './files/index-html.ts';
import { llmsTxt } from './files/llms-txt.ts';
import { manifestFile, metaSchemas, signatureFiles, uiDocuments } from './files/manifest.ts';
import { mcpBundle } from './files/mcp-bundle.ts';
import { serverCard, serverJson } from './files/server-json.ts';
import { webMcpForms, webMcpScript } from './files/web-mcp-forms.ts';
import { type FileWriter, type PublishedFile, validManifest, readSettings } from './settings.ts';
import { writeReported } from './write-published.ts';
import { KEYS_FILE, readKeyFile, readKeySetText, refuseExposedKey } from '../sign/key-files.ts';
import { readPackage } from '../system/read-package.ts';

interface PublishValues {
  readonly out?: string;
  readonly merge: boolean;
  readonly 'dry-run': boolean;
  readonly experimental: boolean;
  readonly 'allow-partial': boolean;
  readonly key?: string;
  readonly keys?: string;
  readonly against?: string;
  readonly config?: string;
}

export const runPublish: Run<PublishValues> = async ({ out, config, against, ...values }, operands, io) => {
  if (values.merge && out !== undefined) {
    const { publishDirectory } = await import('./merge/publish-directory.ts');
    return publishDirectory(out, operands, values, io);
  }
  const built = await findBuild(config, io, refuseIfEdited);
  const manifest = validManifest(await readManifest(built.manifest, io.cwd), built.manifest);
  if (out === undefined) {
    const { publishPackage } = await import('./npm/publish-package.ts');
    const options = {
      isDryRun: values['dry-run'],
      npmArguments: operands,
      ...(against !== undefined && { against }),
    };
    return publishPackage(built.config, manifest, options, io);
  }
  return publishFolder(out, built.config, manifest, values, io);
};

/** Writes every published file into a folder; returns 1 where one lacks a tool that may not be missing. */
async function publishFolder(
  out: string,
  config: LoadedConfig,
  manifest: Manifest,
  { experimental, 'allow-partial': allowsPartial, key, keys = KEYS_FILE }: PublishValues,
  io: CliIo,
): Promise<ExitCode> {
  if (key !== undefined) await refuseExposedKey(key, out, io.cwd);
  refuseSources(resolve(io.cwd, out), config);
  const losses = new Set<string>();
  let isPartial = false;
  const publication = {
    manifest,
    config,
    settings: readSettings(config.publish),
    package: await readPackage(config.root),
    isExperimental: experimental,
    ...(key !== undefined && {
      signing: { key: await readKeyFile(key, io.cwd), keys: await readKeySetText(keys, io.cwd) },
    }),
    report: (loss: string) => void losses.add(loss),
    reportMissing(loss: string) {
      isPartial = true;
      losses.add(loss);
    },
  };
  const files: PublishedFile[] = [];
  for (const write of FILES) files.push(...(await write(publication)));
  await writeReported(out, `${manifest.name} ${manifest.version}`, files, io);
  for (const loss of losses) io.stderr(line`${loss}`);
  return isPartial && !allowsPartial ? 1 : 0;
}

const contains = (around: string, path: string): boolean => `${path}${sep}`.startsWith(`${around}${sep}`);

/** Refuses a folder whose files would be served with the published ones: that of the tools, or the build's. */
function refuseSources(folder: string, { root, outDir, tools }: LoadedConfig): void {
  const sources = tools.map((glob) => resolve(root, /^(?:[^*?[{(!/]+\/)*/.exec(glob)?.[0] ?? ''));
  if (contains(outDir, folder) || sources.some((path) => contains(folder, path)))
    throw new InputError(
      `${relative(root, folder) || '.'} has sources or the build of the project, which would be served, too.`,
      'Publish into a folder of its own.',
    );
}

/** Everything that `btcp publish --out` writes. */
const FILES: readonly FileWriter[] = [
  manifestFile,
  signatureFiles,
  uiDocuments,
  metaSchemas,
  serverJson,
  mcpBundle,
  agentSkills,
  serverCard,
  agentCard,
  exportedTools,
  webMcpScript,
  webMcpForms,
  llmsTxt,
  indexHtml,
];
