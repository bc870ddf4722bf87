import { join, relative, sep } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import type { CheckedTool } from '../check/checked-tool.ts';
import { DEFAULT_LAYOUT, type CodeLayout } from './client/code-layout.ts';
import { GENERATED_HEADER } from './header.ts';

/** What the text of `registration.ts` depends on. */
export interface RegistrationParts {
  /** Absolute path. */
  readonly outDir: string;
  readonly manifest: Manifest;
  readonly tools: readonly Pick<CheckedTool, 'name' | 'exportName' | 'file'>[];
  readonly compilerOptions: ts.CompilerOptions;
  /** Default: prettier's defaults. */
  readonly layout?: CodeLayout;
}

/**
 * The text of `registration.ts`: the manifest, the implementations and the validators, ready to register. It is laid
 * out as prettier would.
 *
 * @returns `undefined` if that takes more than this function knows of prettier.
 */
export function emitRegistration(parts: RegistrationParts): string | undefined {
  const { outDir, manifest, tools, compilerOptions, layout = DEFAULT_LAYOUT } = parts;
  const tab = layout.useTabs ? '\t' : ' '.repeat(layout.tabWidth);
  const quoted = (text: string): string =>
    layout.singleQuote && !/['"\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
  const implementations = tools.map(({ name, exportName, file }) => {
    const path = quoted(importPath(outDir, file, compilerOptions));
    const member = /^[A-Za-z_$][\w$]*$/.test(exportName) ? `.${exportName}` : `[${quoted(exportName)}]`;
    return layOutMember(name, `(await import(${path}))${member}`, tab, layout);
  });
  if (implementations.includes(undefined)) return undefined;
  return [
    GENERATED_HEADER,
    `import { loadOnCall, type Manifest, type Registration } from ${quoted('@btcp/core')};`,
    // Only the types: a page that calls its tools by name loads nothing of it.
    `import type { Tools } from ${quoted(importPath(outDir, join(outDir, 'client.ts'), compilerOptions))};`,
    `import * as validators from ${quoted('./validators.js')};`,
    '',
    '// Parsing a string is the fastest way to an object of this size.',
    'const manifest: Manifest = JSON.parse(',
    `${tab}${jsonLiteral(manifest)},`,
    ');',
    '',
    '/** Everything a client needs to run these tools: `await client.registerManifest(registration)`. */',
    'export const registration: Registration<Tools> = {',
    `${tab}manifest,`,
    `${tab}implementations: {`,
    ...implementations,
    `${tab}},`,
    `${tab}validators,`,
    '};',
    '',
  ].join('\n');
}

// In as few lines as the width allows.
function layOutMember(name: string, loaded: string, tab: string, layout: CodeLayout): string | undefined {
  const width = (text: string): number => text.replaceAll('\t', ' '.repeat(layout.tabWidth)).length;
  const indent = tab + tab;
  const shapes = [
    [`${indent}${name}: loadOnCall(async () => ${loaded}),`],
    [`${indent}${name}: loadOnCall(`, `${indent}${tab}async () => ${loaded},`, `${indent}),`],
    [
      `${indent}${name}: loadOnCall(`,
      `${indent}${tab}async () =>`,
      `${indent}${tab}${tab}${loaded},`,
      `${indent}),`,
    ],
  ];
  return shapes.find((lines) => lines.every((line) => width(line) <= layout.printWidth))?.join('\n');
}

function importPath(outDir: string, file: string, options: ts.CompilerOptions): string {
  const path = relative(outDir, file).split(sep).join('/');
  const keepsExtension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions;
  const written = keepsExtension ? path : path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return written.startsWith('.') ? written : `./${written}`;
}

// Single quotes whatever the project prefers, as prettier does for a string with more double ones.
function jsonLiteral(value: unknown): string {
  const json = JSON.stringify(value);
  const escaped = json.replace(/[\\'\u2028\u2029]/g, (character) => ESCAPES.get(character) ?? character);
  return `'${escaped}'`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
]);
