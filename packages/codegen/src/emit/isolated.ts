import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import { FRAME_PAGE } from '@btcp/core/isolated';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { build as bundle, type Message, type Plugin } from 'esbuild';
import type { PublishableTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { SCRIPT_HEADER } from './format-pieces.ts';
import { forPages, withEsbuild, ASSET_LOADERS } from '../system/esbuild-service.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { needsFramePage } from './registration.ts';
import { relativePath } from '../source/match-files.ts';

export interface IsolatedParts {
  readonly config: Pick<LoadedConfig, 'root' | 'file' | 'outDir' | 'tsconfig' | 'config'>;
  readonly tools: readonly Pick<PublishableTool, 'name' | 'exportName' | 'file' | 'alias'>[];
  readonly validators: () => string;
}

/** The files of isolated tools and the absolute paths of what they hold; or why there are none. */
export type EmittedIsolated =
  | {
      readonly files: readonly EmittedFile[];
      readonly inputs: readonly string[];
      readonly build: string | undefined;
    }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Bundles the tools into one classic script, which nothing is imported into, and adds the page that runs it. */
export async function emitIsolated(parts: IsolatedParts): Promise<EmittedIsolated> {
  const { root, outDir, tsconfig } = parts.config;
  try {
    const { outputFiles, metafile } = await withEsbuild(
      () =>
        bundle({
          // The output folder need not exist yet.
          stdin: { contents: entrySource(parts.tools), resolveDir: root, loader: 'js' },
          absWorkingDir: root,
          ...forPages(tsconfig),
          metafile: true,
          format: 'iife',
          loader: ASSET_LOADERS,
          plugins: [withValidators(parts), withoutTypeBox],
        }),
      true,
    );
    const code = outputFiles[0]?.text ?? '';
    const build = schemaFingerprint(code);
    const files = [
      { path: 'isolated.js', text: `${SCRIPT_HEADER}\n${withBuild(code, build)}` },
      ...(needsFramePage(parts.config.config?.sandbox)
        ? [{ path: 'btcp-isolated.html', text: FRAME_PAGE }]
        : []),
    ];
    const inputs = Object.keys(metafile.inputs).flatMap((path) => inputAt(root, path));
    return { files, inputs: inputs.filter((path) => dirname(path) !== outDir), build };
  } catch (error) {
    const { errors } = error as { readonly errors?: readonly Message[] };
    if (!errors) throw error;
    return { diagnostics: errors.map((message) => diagnosticOf(parts.config, message)) };
  }
}

function entrySource(tools: IsolatedParts['tools']): string {
  const quoted = JSON.stringify;
  const members = tools.map(({ name, exportName, alias }, index) => {
    const tool = `module${index}[${quoted(exportName)}]`;
    return `  ${quoted(name)}: ${alias ? `aliasOf(${tool}, ${quoted(name)}, validators[${quoted(alias.toolName)}].input)` : tool},`;
  });
  return [
    "import { aliasOf } from '@btcp/core';",
    "import { serveTools } from '@btcp/core/isolated';",
    "import * as validators from './validators.js';",
    ...tools.map(({ file }, index) => `import * as module${index} from ${quoted(file)};`),
    'serveTools({',
    ...members,
    `}, ${quoted(BUILD)});`,
  ].join('\n');
}

/** Placeholder in the script for what identifies it. */
const BUILD = '@btcp/build';

// The last one is ours: the tools come before.
function withBuild(code: string, build: string): string {
  const at = code.lastIndexOf(BUILD);
  return code.slice(0, at) + build + code.slice(at + BUILD.length);
}

function withValidators({ config: { root, outDir }, validators }: IsolatedParts): Plugin {
  const path = join(outDir, 'validators.js');
  return {
    name: 'btcp-validators',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^\.\/validators\.js$/ }, ({ importer }) =>
        importer === '<stdin>' ? { path, sideEffects: false } : undefined,
      );
      esbuild.onLoad({ filter: /[\\/]validators\.js$/ }, (args) =>
        args.path === path ? { contents: validators(), resolveDir: root } : undefined,
      );
    },
  };
}

/** Leaves out the schemas, which nothing reads where tools run. */
const withoutTypeBox: Plugin = {
  name: 'btcp-without-typebox',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^@sinclair\/typebox$/ }, ({ resolveDir, kind }) =>
      esbuild.resolve('@btcp/core/no-typebox', { resolveDir, kind }),
    );
  },
};

// Those of plugins have a namespace; the entry has no file.
const inputAt = (root: string, path: string): readonly string[] =>
  path.includes(':') || path === '<stdin>' ? [] : [resolve(root, path)];

function diagnosticOf({ root, file }: IsolatedParts['config'], { text, location }: Message): Diagnostic {
  const isPlaced = location && location.file !== '<stdin>';
  return {
    id: 'isolated-not-bundled',
    severity: 'error',
    file: relativePath(root, isPlaced ? resolve(root, location.file) : file),
    line: isPlaced ? location.line : 1,
    column: isPlaced ? location.column + 1 : 1,
    message: `The tools cannot be bundled into \`isolated.js\`: ${text}.`,
    help: 'Isolated tools are one classic script: nothing of Node, and no top-level `await`. Or take `sandbox` out of the config.',
  };
}
