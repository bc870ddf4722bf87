import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedImplementation, Manifest, ManifestTool, ToolValidators } from '@btcp/core';
import { build } from 'esbuild';
import type { LoadedConfig } from '../../config/loaded-config.ts';
import {
  firstMessage,
  withPlace,
  inMemory,
  withEsbuild,
  ASSET_LOADERS,
} from '../../system/esbuild-service.ts';
import { findImplementations, type ImplementationPlace } from './find-implementations.ts';

/** Inputs of `bundlePrograms`. */
export interface ProgramParts {
  /** The config of the project, which has been built. */
  readonly config: Pick<LoadedConfig, 'outDir' | 'tsconfig'>;
  readonly tools: readonly ProgramTool[];
  /** Absolute path of a module that exports `runToolProgram`, which gets a `ToolProgram`. */
  readonly runner: string;
  /** Absolute path of a module whose default export is added to `ctx`. */
  readonly context?: string;
}

/** A tool to bundle. */
export interface ProgramTool {
  readonly name: string;
  /** JavaScript that runs before everything else, in CommonJS or in an ES module. */
  readonly head: string;
}

/** The argument that a program passes to its runner. */
export interface ToolProgram {
  /** The manifest, reduced to one tool. */
  readonly manifest: Manifest;
  /** Loads the implementation. */
  readonly load: () => Promise<LoadedImplementation>;
  /** What the tool reads of `ctx`, and only a context module can give. */
  readonly contextMembers: readonly string[];
  readonly validators: Readonly<Record<string, ToolValidators>>;
  /** Loads the context module. */
  readonly context?: () => Promise<{ readonly default?: unknown }>;
}

/** A bundled program, or why bundling failed. */
export type BundledProgram =
  { readonly name: string; readonly text: string } | { readonly name: string; readonly problem: string };

export async function bundlePrograms(parts: ProgramParts): Promise<readonly BundledProgram[]> {
  const { outDir } = parts.config;
  const manifest = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8')) as Manifest;
  const registration = await readFile(join(outDir, 'registration.ts'), 'utf8');
  const places = findImplementations(registration);
  const programs: BundledProgram[] = [];
  await withEsbuild(async () => {
    for (const wanted of parts.tools) {
      const tool = manifest.tools.find(({ name }) => name === wanted.name);
      const place = places.get(wanted.name);
      programs.push(
        tool && place
          ? await bundleProgram(
              { ...manifest, tools: [tool], capabilities: tool.capabilities },
              place,
              wanted,
              parts,
            )
          : { name: wanted.name, problem: 'it is not in the build' },
      );
    }
  }, true);
  return programs;
}

async function bundleProgram(
  manifest: Manifest & { readonly tools: readonly [ManifestTool] },
  place: ImplementationPlace,
  { name, head }: ProgramTool,
  { config, runner, context }: ProgramParts,
): Promise<BundledProgram> {
  try {
    const { outputFiles } = await build({
      stdin: {
        contents: entrySource(manifest, place, runner, context),
        resolveDir: config.outDir,
        loader: 'js',
      },
      ...inMemory(config.tsconfig),
      // Node 20 treats a file without an extension as CommonJS.
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      loader: ASSET_LOADERS,
      define: {
        'import.meta.url': 'btcpPlace',
        'import.meta.dirname': '__dirname',
        'import.meta.filename': '__filename',
      },
      banner: { js: `#!/usr/bin/env node\n${head}\n${PLACE}` },
    });
    return { name, text: outputFiles[0]?.text ?? '' };
  } catch (error) {
    return { name, problem: withPlace(firstMessage(error)) };
  }
}

// Beside a package.json with `"type": "module"`, the file is an ES module, which lacks these variables.
const PLACE = [
  "var __filename=typeof __filename==='string'?__filename:process.argv[1];",
  "var __dirname=typeof __dirname==='string'?__dirname:process.getBuiltinModule('node:path').dirname(__filename);",
  "var require=typeof require==='function'?require:process.getBuiltinModule('node:module').createRequire(__filename);",
  "var module=typeof module==='object'?module:{exports:{}};",
  "var btcpPlace=require('node:url').pathToFileURL(__filename).href;",
].join('');

const quoted = (value: string): string => JSON.stringify(value);

function entrySource(
  manifest: Manifest & { readonly tools: readonly [ManifestTool] },
  { specifier, exportName, contextMembers }: ImplementationPlace,
  runner: string,
  context: string | undefined,
): string {
  const [{ name }] = manifest.tools;
  return [
    `import { runToolProgram } from ${quoted(runner)};`,
    'import { ' + name + " as validators } from './validators.js';",
    'runToolProgram({',
    `  manifest: JSON.parse(${quoted(JSON.stringify(manifest))}),`,
    `  load: async () => (await import(${quoted(specifier)}))[${quoted(exportName)}],`,
    `  contextMembers: ${JSON.stringify(contextMembers)},`,
    `  validators: { ${quoted(name)}: validators },`,
    ...(context === undefined ? [] : [`  context: () => import(${quoted(context)}),`]),
    '});',
  ].join('\n');
}
