import { relative, sep } from 'node:path';
import { ts } from '../source/ts.ts';
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
 */
export function emitRegistration(parts: RegistrationParts): string {
  const { outDir, manifest, tools, compilerOptions, layout = DEFAULT_LAYOUT } = parts;
  const aliases = chooseAliases(tools.map((tool) => tool.name));
  const indent = layout.useTabs ? '\t' : ' '.repeat(layout.tabWidth);
  const quoted = (text: string): string => (layout.singleQuote ? `'${text}'` : `"${text}"`);
  const imports = tools.map(({ name, exportName, file }) => {
    const alias = aliases.get(name) as string;
    const binding = exportName === alias ? alias : `${exportName} as ${alias}`;
    return `import { ${binding} } from ${quoted(importPath(outDir, file, compilerOptions))};`;
  });
  const implementations = tools.map(({ name }) => {
    const alias = aliases.get(name) as string;
    return `${indent}${indent}${alias === name ? alias : `${name}: ${alias}`},`;
  });
  return [
    GENERATED_HEADER,
    `import type { Manifest, Registration } from ${quoted('@btcp/core')};`,
    ...imports,
    `import * as validators from ${quoted('./validators.js')};`,
    '',
    '// Parsing a string is the fastest way to an object of this size.',
    'const manifest: Manifest = JSON.parse(',
    `${indent}${jsonLiteral(manifest)},`,
    ');',
    '',
    '/** Everything a client needs to run these tools: `await client.registerManifest(registration)`. */',
    'export const registration: Registration = {',
    `${indent}manifest,`,
    `${indent}implementations: {`,
    ...implementations,
    `${indent}},`,
    `${indent}validators,`,
    '};',
    '',
  ].join('\n');
}

const TAKEN: ReadonlySet<string> = new Set([
  'Manifest',
  'Registration',
  'manifest',
  'registration',
  'validators',
  'JSON',
]);

/** A name for each tool's import: its own, unless the language or this file uses it. */
function chooseAliases(names: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(names);
  return new Map(
    names.map((name) => {
      if (!TAKEN.has(name) && !isReserved(name)) return [name, name];
      let alias = `${name}Tool`;
      while (used.has(alias)) alias += '_';
      used.add(alias);
      return [name, alias];
    }),
  );
}

function isReserved(name: string): boolean {
  const token = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, name).scan();
  const isKeyword = token >= ts.SyntaxKind.FirstReservedWord && token <= ts.SyntaxKind.LastFutureReservedWord;
  return isKeyword || OTHER_RESERVED.has(name);
}

// No keywords, but no names for imports in a module either.
const OTHER_RESERVED: ReadonlySet<string> = new Set(['await', 'eval', 'arguments', 'undefined']);

function importPath(outDir: string, file: string, options: ts.CompilerOptions): string {
  const path = relative(outDir, file).split(sep).join('/');
  const keepsExtension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions;
  const written = keepsExtension ? path : path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return written.startsWith('.') ? written : `./${written}`;
}

// Single quotes whatever the project prefers, as prettier does for a text with more double ones.
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
