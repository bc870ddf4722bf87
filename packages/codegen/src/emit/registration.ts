import { join, relative, sep } from 'node:path';
import type { ts } from '../source/ts.ts';
import { joinFingerprints, type Manifest } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
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
    return layOutMember(name, `(await import(${path}))`, member, tab, layout);
  });
  if (implementations.includes(undefined)) return undefined;
  return [
    GENERATED_HEADER,
    `import { loadOnCall, parseBuiltManifest, type Registration } from ${quoted('@btcp/core')};`,
    // Only the types: a page that calls its tools by name loads nothing of it.
    `import type { Tools } from ${quoted(importPath(outDir, join(outDir, 'client.ts'), compilerOptions))};`,
    `import * as validators from ${quoted('./validators.js')};`,
    '',
    '// Parsing a string is the fastest way to an object of this size.',
    `const manifest = parseBuiltManifest\`${builtManifest(manifest)}\`;`,
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
function layOutMember(
  name: string,
  module: string,
  member: string,
  tab: string,
  layout: CodeLayout,
): string | undefined {
  const loaded = module + member;
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
    [
      `${indent}${name}: loadOnCall(`,
      `${indent}${tab}async () =>`,
      `${indent}${tab}${tab}${module}`,
      `${indent}${tab}${tab}${tab}${member},`,
      `${indent}),`,
    ],
  ];
  const usable = member.startsWith('.') ? shapes : shapes.slice(0, -1);
  return usable.find((lines) => lines.every((line) => width(line) <= layout.printWidth))?.join('\n');
}

function importPath(outDir: string, file: string, options: ts.CompilerOptions): string {
  const path = relative(outDir, file).split(sep).join('/');
  const keepsExtension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions;
  const written = keepsExtension ? path : path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return written.startsWith('.') ? written : `./${written}`;
}

// What ends a template literal, or begins an expression in it, as JSON escapes it: such a literal is read as it is written.
function builtManifest(manifest: Manifest): string {
  const fingerprints = manifest.tools.map(({ inputSchema, outputSchema }) => [
    schemaFingerprint(inputSchema),
    outputSchema && schemaFingerprint(outputSchema),
  ]);
  const json = JSON.stringify([manifest, joinFingerprints(fingerprints)]);
  return json.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
}
