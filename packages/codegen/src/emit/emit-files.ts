import { format, type Options } from 'prettier';
import { join } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import { joinToolChunks } from '@btcp/schema/compile';
import type { CheckedTool } from '../check/checked-tool.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { formatFailed, formatOptionsFor } from '../write/format-options.ts';
import type { EmittedFile } from '../write/write-files.ts';
import { DEFAULT_LAYOUT, layoutOf, type CodeLayout } from './client/code-layout.ts';
import { emitClient } from './client/emit-client.ts';
import { GENERATED_HEADER } from './header.ts';
import { emitManifest } from './manifest.ts';
import { emitRegistration } from './registration.ts';

/** What the emitted files depend on. */
export interface EmitParts {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  /** In the order of the manifest. */
  readonly tools: readonly CheckedTool[];
  readonly compilerOptions: ts.CompilerOptions;
}

const FORMATTED = ['client.ts', 'registration.ts', 'validators.d.ts'] as const;

type FormattedFile = (typeof FORMATTED)[number];

/** The prettier options that the project has for each file that is formatted. */
type Formats = Readonly<Record<FormattedFile, Options>>;

/** Makes the text of every file of a build. */
export async function emitFiles({ config, ...parts }: EmitParts): Promise<readonly EmittedFile[]> {
  const { outDir } = config;
  const formats = await readFormats(outDir);
  const { code, types } = joinToolChunks(parts.tools.map((tool) => tool.validators));
  return [
    { path: 'manifest.json', text: emitManifest(parts.manifest) },
    await emitFormatted(formats, 'client.ts', (layout) => emitClient({ ...parts, ...layout })),
    await emitFormatted(formats, 'registration.ts', (layout) =>
      emitRegistration({ outDir, ...parts, ...layout }),
    ),
    { path: 'validators.js', text: `${GENERATED_HEADER}\n${code}` },
    await emitFormatted(formats, 'validators.d.ts', ({ layout }) =>
      layOut(`${GENERATED_HEADER}\n${types}`, layout),
    ),
  ];
}

async function readFormats(outDir: string): Promise<Formats> {
  const read = FORMATTED.map(async (path) => [path, await formatOptionsFor(join(outDir, path))] as const);
  // Every file that is formatted is in the array.
  return Object.fromEntries(await Promise.all(read)) as Formats;
}

/** Leaves it to prettier to break lines. */
const UNBOUNDED: CodeLayout = { ...DEFAULT_LAYOUT, printWidth: Infinity };

// The declarations are written with single quotes and two spaces.
function layOut(types: string, { singleQuote, useTabs, tabWidth } = DEFAULT_LAYOUT): string {
  const quoted = singleQuote ? types : types.replace("'@btcp/core'", '"@btcp/core"');
  return quoted.replace(/^ {2}/m, useTabs ? '\t' : ' '.repeat(tabWidth));
}

/**
 * Emits a file as prettier formats it with the project's options. For 1,000 tools prettier takes longer than
 * everything else, so what the emitters can follow of its options they follow themselves.
 */
async function emitFormatted(
  formats: Formats,
  path: FormattedFile,
  emit: (options: { readonly layout?: CodeLayout }) => string | undefined,
): Promise<EmittedFile> {
  const options = formats[path];
  const layout = layoutOf(options);
  const text = layout && emit({ layout });
  if (text !== undefined) return { path, text };
  try {
    return { path, text: await format(emit({ layout: UNBOUNDED }) ?? '', options) };
  } catch (error) {
    throw formatFailed(error);
  }
}
