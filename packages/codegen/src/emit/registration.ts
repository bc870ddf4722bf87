import { join, relative, sep } from 'node:path';
import type { ts } from '../source/ts.ts';
import type { Manifest, ManifestConfig } from '@btcp/core';
import { joinFingerprints } from '@btcp/core/internal';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import type { Cache } from '../cache/cache.ts';
import type { PublishableTool } from '../check/checked-tool.ts';
import { isIdentifier } from '../print/source-text.ts';
import { GENERATED_HEADER } from './format-pieces.ts';
import { GROUP_SIZE, type ToolGroup } from './tool-groups.ts';

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
  /** All of them. */
  readonly groups: readonly ToolGroup[];
  readonly cache: Pick<Cache, 'remember'>;
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
  parts: RegistrationParts,
  format: (text: string) => Promise<string>,
): Promise<string> {
  const { outDir, manifest, ownCapabilities, tools, compilerOptions, build, areOnCall } = parts;
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
${areOnCall ? `const validators = validatorsOnCall(manifest, ${GROUP_SIZE}, modules);\n` : ''}
/** Everything a client needs to run these tools: \`await client.registerManifest(registration)\`. */
export const registration: Registration<Tools> = {
  manifest,
  implementations: {
    ${implementations.join('\n')}
  },
  ${areOnCall ? 'validatorsOnCall: validators' : 'validators'},${isIsolated ? `\n  isolated: { script: ${urlOf('isolated.js')}, ${page} ${engine} build: "${build}" },` : ''}
};
${ownCapabilities.length > 0 ? declarationOf(ownCapabilities) : ''}`);
  return text.replace(MANIFEST, () => `\`${builtManifest(parts)}\``);
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

function builtManifest({ manifest, groups, cache }: RegistrationParts): string {
  const built = groups.map(({ tools, hash }) =>
    cache.remember(['built', hash], () => ({
      text: tools.map(asTemplate).join(','),
      fingerprints: tools.map(({ inputSchema, outputSchema }) => [
        schemaFingerprint(inputSchema),
        outputSchema && schemaFingerprint(outputSchema),
      ]),
    })),
  );
  const members = Object.entries(manifest).map(([key, value]) =>
    key === 'tools'
      ? `"tools":[${built.map(({ text }) => text).join(',')}]`
      : `"${key}":${asTemplate(value)}`,
  );
  const fingerprints = joinFingerprints(built.flatMap((group) => group.fingerprints));
  return `[{${members.join(',')}},${asTemplate(fingerprints)}]`;
}

// Escapes what ends a template literal or begins an expression, because `parseBuiltManifest` reads the raw string.
const asTemplate = (value: unknown): string =>
  JSON.stringify(value).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
