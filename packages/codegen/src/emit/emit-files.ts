import { join } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import { joinToolChunks } from '@btcp/schema/compile';
import type { CheckedTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { formatText } from '../write/format-text.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { emitClient } from './client/emit-client.ts';
import { GENERATED_HEADER } from './header.ts';
import { emitManifest } from './manifest.ts';
import { emitRegistration } from './registration.ts';

/** What the emitted files depend on, but for the validators. */
export interface EmitParts {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  /** In the order of the manifest. */
  readonly tools: readonly Pick<CheckedTool, 'name' | 'exportName' | 'file'>[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** Makes the text of every file that does not need the validators. */
export async function emitTexts({
  config,
  manifest,
  tools,
  compilerOptions,
}: EmitParts): Promise<readonly EmittedFile[]> {
  const { outDir } = config;
  const registration = emitRegistration({ outDir, manifest, tools, compilerOptions });
  return [
    { path: 'manifest.json', text: emitManifest(manifest) },
    { path: 'client.ts', text: await formatText(join(outDir, 'client.ts'), emitClient({ manifest })) },
    { path: 'registration.ts', text: await formatText(join(outDir, 'registration.ts'), registration) },
  ];
}

/** Makes the text of the validators and of their declarations. */
export async function emitValidators(
  outDir: string,
  tools: readonly CheckedTool[],
): Promise<readonly EmittedFile[]> {
  const { code, types } = joinToolChunks(tools.map((tool) => tool.validators));
  return [
    { path: 'validators.js', text: `${GENERATED_HEADER}\n${code}` },
    {
      path: 'validators.d.ts',
      text: await formatText(join(outDir, 'validators.d.ts'), `${GENERATED_HEADER}\n${types}`),
    },
  ];
}
