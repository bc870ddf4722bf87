import type { LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import type { CliIo, ExitCode } from '../io.ts';
import { FILES } from './files.ts';
import { readPackage } from '../system/read-package.ts';
import type { PublishedFile } from './publication.ts';
import { KEYS_FILE, readKeyFile, readKeySetText } from '../sign/key-files.ts';
import { refuseExposedKey } from '../sign/refuse-exposed-key.ts';
import { readSettings } from './settings.ts';
import { writeReported } from './write-reported.ts';
import { line } from '../printable-io.ts';

interface FolderOptions {
  readonly experimental: boolean;
  readonly 'allow-partial': boolean;
  readonly key?: string;
  readonly keys?: string;
}

/**
 * Writes every published file into a folder.
 *
 * @param out - The folder, as the user gave it.
 * @returns 1 where a file that was asked for lacks a tool, and partial files are not allowed.
 */
export async function publishFolder(
  out: string,
  config: LoadedConfig,
  manifest: Manifest,
  { experimental, 'allow-partial': allowsPartial, key, keys = KEYS_FILE }: FolderOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (key !== undefined) await refuseExposedKey(key, out, io.cwd);
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
