import { join, relative, sep } from 'node:path';
import type { ts } from '../source/ts.ts';
import { joinFingerprints, type Manifest, type ManifestConfig } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import type { Memo } from '../cache/cache.ts';
import type { PublishableTool } from '../check/checked-tool.ts';
import { isIdentifier } from '../print/source-text.ts';
import { GENERATED_HEADER } from './format-pieces.ts';
import { TOOLS_PER_MODULE } from './validators.ts';

/** Inputs of `emitRegistration`. */
export interface RegistrationParts {
  /** Absolute path. */
  readonly outDir: string;
  readonly manifest: Manifest;
  /** The names of the project's own capabilities. */
  readonly ownCapabilities: readonly string[];
  readonly tools: readonly Pick<
    PublishableTool,
    'name' | 'exportName' | 'file' | 'alias' | 'contextMembers'
  >[];
  readonly compilerOptions: ts.CompilerOptions;
  /** Keeps the text of each tool. */
  readonly memo: Memo;
  /** Identifies `isolated.js`; undefined where there is none. */
  readonly build: string | undefined;
  /** Whether validators are loaded at the first call of their tools. */
  readonly areOnCall: boolean;
}

/** Whether a level needs `btcp-isolated.html`, the page of a frame. QuickJS is as strict, and needs none. */
export const needsFramePage = (sandbox: ManifestConfig['sandbox']): boolean => sandbox !== 'wasm';

/** Placeholder, replaced by the manifest after formatting. */
const MANIFEST = '`manifest`';

/** Bundlers find files by such expressions, and copy them. */
const urlOf = (file: string): string => `new URL("./${file}", import.meta.url).href`;

/**
 * Returns the source of `registration.ts`: the manifest, the implementations and the validators, ready to register.
 *
 * @param format - Formats all but the manifest, which is one long line.
 */
export async function emitRegistration(
  { outDir, manifest, ownCapabilities, tools, compilerOptions, memo, build, areOnCall }: RegistrationParts,
  format: (text: string) => Promise<string>,
): Promise<string> {
  const quotedPath = (file: string): string => JSON.stringify(importPath(outDir, file, compilerOptions));
  const sandbox = manifest.config?.sandbox;
  const isIsolated = build !== undefined;
  const page = needsFramePage(sandbox) ? `page: ${urlOf('btcp-isolated.html')},` : '';
  const engine = sandbox === 'wasm' ? 'engine: () => import("@btcp/client/quickjs"),' : '';
  const inputOf = (tool: string): string =>
    areOnCall ? `(await validators["${tool}"]!()).input` : `validators.${tool}.input`;
  const implementations = tools.map(({ name, exportName, file, alias, contextMembers }) => {
    if (isIsolated) return `${name}: runsIsolated,`;
    const member = isIdentifier(exportName) ? `.${exportName}` : `[${JSON.stringify(exportName)}]`;
    const loaded = `(await import(${quotedPath(file)}))${member}`;
    const tool = alias ? `aliasOf(${loaded}, "${name}", ${inputOf(alias.toolName)})` : loaded;
    const load = `async () => ${tool}`;
    return contextMembers
      ? `${name}: loadWithContext("${name}", ${JSON.stringify(contextMembers)}, ${load}),`
      : `${name}: loadOnCall(${load}),`;
  });
  const runners = [
    ...(tools.some(({ alias }) => alias) ? ['aliasOf'] : []),
    ...(tools.every(({ contextMembers }) => contextMembers) ? [] : ['loadOnCall']),
    ...(tools.some(({ contextMembers }) => contextMembers) ? ['loadWithContext'] : []),
  ];
  const text = await format(`${GENERATED_HEADER}
import { ${isIsolated ? 'runsIsolated' : runners.join(', ')}, parseBuiltManifest, type Registration${areOnCall ? ', validatorsOnCall' : ''} } from "@btcp/core";
import type { Tools } from ${quotedPath(join(outDir, 'client.ts'))};
import ${areOnCall ? '{ modules } from "./validators-on-call.js"' : '* as validators from "./validators.js"'};

// Parsing a string is the fastest way to an object of this size.
const manifest = parseBuiltManifest${MANIFEST};
${areOnCall ? `const validators = validatorsOnCall(manifest, ${TOOLS_PER_MODULE}, modules);\n` : ''}
/** Everything a client needs to run these tools: \`await client.registerManifest(registration)\`. */
export const registration: Registration<Tools> = {
  manifest,
  implementations: {
    ${implementations.join('\n')}
  },
  ${areOnCall ? 'validatorsOnCall: validators' : 'validators'},${isIsolated ? `\n  isolated: { script: ${urlOf('isolated.js')}, ${page} ${engine} build: "${build}" },` : ''}
};
${ownCapabilities.length > 0 ? declarationOf(ownCapabilities) : ''}`);
  return text.replace(MANIFEST, () => `\`${builtManifest(manifest, memo)}\``);
}

/** Tells the editor the names that it offers where a tool or a grant lists capabilities. */
function declarationOf(capabilities: readonly string[]): string {
  const members = capabilities.map((name) => `${JSON.stringify(name)}: true;`);
  return `
declare module "@btcp/core" {
  interface OwnCapabilities {
    ${members.join('\n')}
  }
}
`;
}

/** Whether modules of a project import each other by names that end in `.ts`. */
export const keepsExtensions = (options: ts.CompilerOptions): boolean =>
  !!(options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions);

function importPath(outDir: string, file: string, options: ts.CompilerOptions): string {
  const path = relative(outDir, file).split(sep).join('/');
  const written = keepsExtensions(options) ? path : path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return written.startsWith('.') ? written : `./${written}`;
}

function builtManifest(manifest: Manifest, memo: Memo): string {
  const fingerprints = manifest.tools.map((tool) =>
    memo.get(tool, 'fingerprints', [], () => [
      schemaFingerprint(tool.inputSchema),
      tool.outputSchema && schemaFingerprint(tool.outputSchema),
    ]),
  );
  const tools = manifest.tools.map((tool) => memo.get(tool, 'built', [], () => asTemplate(tool)));
  const members = Object.entries(manifest).map(([key, value]) =>
    key === 'tools' ? `"tools":[${tools.join(',')}]` : `"${key}":${asTemplate(value)}`,
  );
  return `[{${members.join(',')}},${asTemplate(joinFingerprints(fingerprints))}]`;
}

// Escapes what ends a template literal or begins an expression, because `parseBuiltManifest` reads the raw string.
const asTemplate = (value: unknown): string =>
  JSON.stringify(value).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
