import { join } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import { joinToolChunks } from '@btcp/schema/compile';
import type { CheckedTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { formatText } from '../write/format-text.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { compareText } from '../source/source-project.ts';
import { emitClient } from './client/emit-client.ts';
import { emitManifest } from './manifest.ts';
import { emitRegistration } from './registration.ts';

/** What the emitted files depend on. */
export interface EmitParts {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  readonly tools: readonly CheckedTool[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** Makes the text of every file of the build. */
export async function emitFiles({
  config,
  manifest,
  tools,
  compilerOptions,
}: EmitParts): Promise<readonly EmittedFile[]> {
  const { outDir } = config;
  const ordered = [...tools].sort((a, b) => compareText(a.name, b.name));
  const validators = joinToolChunks(ordered.map((tool) => tool.validators));
  const registration = emitRegistration({ outDir, manifest, tools: ordered, compilerOptions });
  return [
    { path: 'manifest.json', text: emitManifest(manifest) },
    { path: 'validators.js', text: validators.code },
    { path: 'validators.d.ts', text: await formatText(join(outDir, 'validators.d.ts'), validators.types) },
    { path: 'client.ts', text: await formatText(join(outDir, 'client.ts'), emitClient({ manifest })) },
    { path: 'registration.ts', text: await formatText(join(outDir, 'registration.ts'), registration) },
  ];
}
