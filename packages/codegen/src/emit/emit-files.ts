import { join } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Diagnostic, Manifest } from '@btcp/core';
import type { Cache } from '../cache/cache.ts';
import type { PublishableTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { formatOptionsOf } from '../write/format-options.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { emitClient } from './client/emit-client.ts';
import { formatPieces, type Formatting, type Piece } from './format-pieces.ts';
import type { EmittedIsolated, IsolatedParts } from './isolated.ts';
import { emitRegistration } from './registration.ts';
import { groupTools, type ToolGroup } from './tool-groups.ts';
import { emitValidators } from './validators.ts';

export interface EmitParts {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  /** In the order of the manifest. */
  readonly tools: readonly PublishableTool[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** The files of a build, and the absolute paths of what they hold besides what was read; or why there are none. */
export type Emitted =
  | { readonly files: readonly EmittedFile[]; readonly inputs: readonly string[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Emits every file of a build; formats TypeScript with the project's prettier options. */
export async function emitFiles(
  { config, manifest, tools, compilerOptions }: EmitParts,
  session: Formatting & { readonly cache: Pick<Cache, 'remember'> },
): Promise<Emitted> {
  const { outDir } = config;
  const { cache } = session;
  const groups = groupTools(manifest.tools);
  const names = ['client.ts', 'registration.ts', 'validators.d.ts'] as const;
  const options = await formatOptionsOf(names.map((name) => join(outDir, name)));
  const format = async (name: (typeof names)[number], pieces: readonly Piece[]): Promise<string> =>
    formatPieces(pieces, options[names.indexOf(name)] ?? {}, session);
  const validators = emitValidators(tools, groups, cache);
  const isolated = await emitIsolation({ config, tools, validators: validators.joined });
  if ('diagnostics' in isolated) return isolated;
  const { build } = isolated;
  const [client, registration, declarations] = await Promise.all([
    format('client.ts', emitClient(manifest, groups)),
    emitRegistration(
      {
        outDir,
        manifest,
        ownCapabilities: Object.keys(config.capabilities),
        tools,
        compilerOptions,
        groups,
        cache,
        build,
        areOnCall: validators.areOnCall,
      },
      (text) => format('registration.ts', [text]),
    ),
    format('validators.d.ts', [validators.types]),
  ]);
  const files = [
    { path: 'manifest.json', text: emitManifest(manifest, groups) },
    { path: 'client.ts', text: client },
    { path: 'registration.ts', text: registration },
    ...validators.files,
    { path: 'validators.d.ts', text: declarations },
    ...isolated.files,
  ];
  return { files, inputs: isolated.inputs };
}

async function emitIsolation(parts: IsolatedParts): Promise<EmittedIsolated> {
  if (parts.config.config?.sandbox === undefined) return { files: [], inputs: [], build: undefined };
  const { emitIsolated } = await import('./isolated.ts');
  return emitIsolated(parts);
}

function emitManifest(manifest: Manifest, groups: readonly ToolGroup[]): string {
  const members = Object.entries<unknown>({ ...manifest }).map(([key, value]) =>
    key === 'tools' && groups.length > 0
      ? `  "tools": [\n${groups.map(({ text }) => text).join(',\n')}\n  ]`
      : JSON.stringify({ [key]: value }, null, 2).slice('{\n'.length, -'\n}'.length),
  );
  return `{\n${members.join(',\n')}\n}\n`;
}
