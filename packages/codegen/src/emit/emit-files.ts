import { join } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import { joinToolChunks } from '@btcp/schema/compile';
import type { CheckedTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { formatOptionsOf } from '../write/format-options.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { emitClient } from './client/emit-client.ts';
import { formatPieces, type Formatting, type Piece } from './format-pieces.ts';
import { GENERATED_HEADER } from './header.ts';
import { emitManifest } from './manifest.ts';
import { emitRegistration } from './registration.ts';

/** Inputs of `emitFiles`. */
export interface EmitParts {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  /** In the order of the manifest. */
  readonly tools: readonly CheckedTool[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** Emits every file of a build; formats TypeScript with the project's prettier options. */
export async function emitFiles(
  { config, manifest, tools, compilerOptions }: EmitParts,
  session: Formatting,
): Promise<readonly EmittedFile[]> {
  const { outDir } = config;
  const { memo } = session;
  const names = ['client.ts', 'registration.ts', 'validators.d.ts'] as const;
  const options = await formatOptionsOf(names.map((name) => join(outDir, name)));
  const format = async (name: (typeof names)[number], pieces: readonly Piece[]): Promise<string> =>
    formatPieces(pieces, options[names.indexOf(name)] ?? {}, session);
  const { code, types } = joinToolChunks(tools.map(({ validators }) => validators));
  const [client, registration, declarations] = await Promise.all([
    format('client.ts', emitClient(manifest, memo)),
    emitRegistration({ outDir, manifest, tools, compilerOptions, memo }, (text) =>
      format('registration.ts', [text]),
    ),
    format('validators.d.ts', [`${GENERATED_HEADER}\n${types}`]),
  ]);
  return [
    { path: 'manifest.json', text: emitManifest(manifest, memo) },
    { path: 'client.ts', text: client },
    { path: 'registration.ts', text: registration },
    { path: 'validators.js', text: `${GENERATED_HEADER}\n${code}` },
    { path: 'validators.d.ts', text: declarations },
  ];
}
