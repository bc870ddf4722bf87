import { join, relative, sep } from 'node:path';
import type { ts } from '../source/ts.ts';
import { joinFingerprints, type Manifest } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import type { CheckedTool } from '../check/checked-tool.ts';
import { isIdentifier } from './client/source-text.ts';
import { GENERATED_HEADER } from './header.ts';

/** Inputs of `emitRegistration`. */
export interface RegistrationParts {
  /** Absolute path. */
  readonly outDir: string;
  readonly manifest: Manifest;
  readonly tools: readonly Pick<CheckedTool, 'name' | 'exportName' | 'file' | 'alias'>[];
  readonly compilerOptions: ts.CompilerOptions;
}

/** Placeholder, replaced by the manifest after formatting. */
const MANIFEST = '`manifest`';

/**
 * Returns the source of `registration.ts`: the manifest, the implementations and the validators, ready to register.
 *
 * @param format - Formats all but the manifest, which is one long line.
 */
export async function emitRegistration(
  { outDir, manifest, tools, compilerOptions }: RegistrationParts,
  format: (text: string) => Promise<string>,
): Promise<string> {
  const quotedPath = (file: string): string => JSON.stringify(importPath(outDir, file, compilerOptions));
  const implementations = tools.map(({ name, exportName, file, alias }) => {
    const member = isIdentifier(exportName) ? `.${exportName}` : `[${JSON.stringify(exportName)}]`;
    const loaded = `(await import(${quotedPath(file)}))${member}`;
    const tool = alias ? `aliasOf(${loaded}, "${name}", validators.${alias.toolName}.input)` : loaded;
    return `${name}: loadOnCall(async () => ${tool}),`;
  });
  const aliasOf = tools.some(({ alias }) => alias) ? 'aliasOf, ' : '';
  const text = await format(`${GENERATED_HEADER}
import { ${aliasOf}loadOnCall, parseBuiltManifest, type Registration } from "@btcp/core";
import type { Tools } from ${quotedPath(join(outDir, 'client.ts'))};
import * as validators from "./validators.js";

// Parsing a string is the fastest way to an object of this size.
const manifest = parseBuiltManifest${MANIFEST};

/** Everything a client needs to run these tools: \`await client.registerManifest(registration)\`. */
export const registration: Registration<Tools> = {
  manifest,
  implementations: {
    ${implementations.join('\n')}
  },
  validators,
};
`);
  return text.replace(MANIFEST, () => `\`${builtManifest(manifest)}\``);
}

function importPath(outDir: string, file: string, options: ts.CompilerOptions): string {
  const path = relative(outDir, file).split(sep).join('/');
  const keepsExtension = options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions;
  const written = keepsExtension ? path : path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return written.startsWith('.') ? written : `./${written}`;
}

// Escapes what ends a template literal or begins an expression, because `parseBuiltManifest` reads the raw string.
function builtManifest(manifest: Manifest): string {
  const fingerprints = manifest.tools.map(({ inputSchema, outputSchema }) => [
    schemaFingerprint(inputSchema),
    outputSchema && schemaFingerprint(outputSchema),
  ]);
  const json = JSON.stringify([manifest, joinFingerprints(fingerprints)]);
  return json.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
}
