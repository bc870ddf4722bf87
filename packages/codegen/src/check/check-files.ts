import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { placeInConfig } from '../config/place-in-config.ts';
import { matchFiles, relativePath } from '../source/match-files.ts';
import { ts } from '../source/ts.ts';
import { readCompilerOptions } from '../source/tsconfig.ts';

/** The globs in the config. */
const atTools = ({ root, file }: LoadedConfig): Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'> => ({
  file: relativePath(root, file),
  ...placeInConfig(file, '/tools'),
});

/** Reports that there is no tool, unless another diagnostic explains why. */
export function findNoTools(
  config: LoadedConfig,
  diagnostics: readonly Diagnostic[],
  tools: readonly unknown[],
): readonly Diagnostic[] {
  if (tools.length > 0 || diagnostics.some(({ severity }) => severity === 'error')) return [];
  const unrecognised = diagnostics.find(({ id }) => id === 'tool-unrecognised');
  return [
    {
      id: 'no-tools',
      severity: 'error',
      ...atTools(config),
      message: `The files that match ${config.tools.map((glob) => `"${glob}"`).join(', ')} define no tool.`,
      help: unrecognised
        ? `Correct what looks like one, at ${unrecognised.file}:${unrecognised.line}.`
        : "Write `import { defineTool } from '@btcp/core'` and `export const <name> = defineTool({ … })` in one of them.",
    },
  ];
}

export function findNoFiles(config: LoadedConfig): Diagnostic {
  return {
    id: 'no-files',
    severity: 'error',
    ...atTools(config),
    message: `No file matches ${config.tools.map((glob) => `"${glob}"`).join(', ')}.`,
    help: 'Correct `tools` in the config: globs of TypeScript or JavaScript files, relative to its folder, with "/" between names, such as "src/tools/**/*.ts".',
  };
}

/** Reports files that define tools beside those with the extension that the globs name. */
export function findUnmatched({ root, tools }: LoadedConfig): readonly Diagnostic[] {
  const wider = tools.map((glob) =>
    glob.startsWith('!') ? glob : glob.replace(EXTENSION, '.{,c,m}{j,t}s{,x}'),
  );
  const glob = tools.find((each, index) => each !== wider[index]);
  if (glob === undefined) return [];
  const matched = matchFiles(root, tools);
  // Where tsc writes what it compiles, also in another folder.
  const compiled = new Set(matched.map((path) => nameOf(path)));
  const paths = new Set(matched);
  return matchFiles(root, wider)
    .filter((path) => !paths.has(path) && !(path.endsWith('js') && compiled.has(nameOf(path))))
    .flatMap((path): readonly Diagnostic[] => {
      const before = /^[^]*?\bdefineTool\(/.exec(readFileSync(path, 'utf8'))?.[0].split('\n');
      if (before === undefined) return [];
      return [
        {
          id: 'tool-file-unmatched',
          severity: 'warning',
          file: relativePath(root, path),
          line: before.length,
          column: (before.at(-1)?.length ?? 0) - 'defineTool('.length + 1,
          length: 'defineTool'.length,
          message: `This file defines a tool, but \`tools\` matches "${glob}" only, so it is not built.`,
          help: `Write "${glob.replace(EXTENSION, `.{$1,${extname(path).slice(1)}}`)}" in the config, or rename the file.`,
        },
      ];
    });
}

const EXTENSION = /\.([cm]?[jt]sx?)$/;
const nameOf = (path: string): string => basename(path).replace(EXTENSION, '');

/** Warns of a package.json that makes Node load the build's output as CommonJS. */
export function checkPackage({ isModule, tsconfig }: LoadedConfig): readonly Diagnostic[] {
  const options = isModule || tsconfig === undefined ? {} : readCompilerOptions(tsconfig);
  if (isModule || writesCommonJs(options) || isForBundler(options)) return [];
  return [
    {
      id: 'package-not-module',
      severity: 'warning',
      file: 'package.json',
      line: 1,
      column: 1,
      message: 'package.json has no `"type": "module"`, so Node may take what the build writes for CommonJS.',
      help: 'Where tsc compiles the app to CommonJS, set `"allowJs": true` in its options, so that it compiles the validators, too. An app of ES modules runs `npm pkg set type=module`; it would break one of CommonJS. A bundler needs neither.',
    },
  ];
}

/** Whether TypeScript compiles what a build writes, also the validators, to CommonJS in a package of CommonJS. */
function writesCommonJs({ allowJs, noEmit, module = ts.ModuleKind.None }: ts.CompilerOptions): boolean {
  const ofPackage = module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return allowJs === true && noEmit !== true && (ofPackage || module === ts.ModuleKind.CommonJS);
}

/** Whether a bundler reads the code, and TypeScript writes none. */
const isForBundler = ({ moduleResolution, noEmit, emitDeclarationOnly }: ts.CompilerOptions): boolean =>
  moduleResolution === ts.ModuleResolutionKind.Bundler && (noEmit === true || emitDeclarationOnly === true);
