import { relative, sep } from 'node:path';
import { ts } from '../source/ts.ts';
import type { Manifest } from '@btcp/core';
import type { CheckedTool } from '../check/checked-tool.ts';
import { GENERATED_HEADER } from './header.ts';

/** What the text of `registration.ts` depends on. */
export interface RegistrationParts {
  /** Absolute path. */
  readonly outDir: string;
  readonly manifest: Manifest;
  readonly tools: readonly Pick<CheckedTool, 'name' | 'exportName' | 'file'>[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** The text of `registration.ts`: the manifest, the implementations and the validators, ready to register. */
export function emitRegistration({ outDir, manifest, tools, compilerOptions }: RegistrationParts): string {
  const aliases = chooseAliases(tools.map((tool) => tool.name));
  const imports = tools.map((tool) => {
    const alias = aliases.get(tool.name) as string;
    const binding = tool.exportName === alias ? alias : `${tool.exportName} as ${alias}`;
    return `import { ${binding} } from ${JSON.stringify(importPath(outDir, tool.file, compilerOptions))};`;
  });
  const implementations = tools.map((tool) => {
    const alias = aliases.get(tool.name) as string;
    return alias === tool.name ? alias : `${tool.name}: ${alias}`;
  });
  return [
    GENERATED_HEADER,
    `import type { Manifest, Registration } from '@btcp/core';`,
    ...imports,
    `import * as validators from './validators.js';`,
    '',
    '// Parsing a string is the fastest way to an object of this size.',
    `const manifest: Manifest = JSON.parse(${quote(JSON.stringify(manifest))});`,
    '',
    '/** Everything a client needs to run these tools: `await client.registerManifest(registration)`. */',
    'export const registration: Registration = {',
    '  manifest,',
    `  implementations: { ${implementations.join(', ')} },`,
    '  validators,',
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

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
