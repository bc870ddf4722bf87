import { build } from 'esbuild';

/**
 * Bundles a program for a page: one ES module, workspace packages taken from their sources.
 *
 * @param entry - Path of the program's first file.
 * @returns The module's text. Warnings fail, as errors do.
 */
export async function bundlePage(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@btcp/source', 'module'],
    logLevel: 'silent',
  });
  const [warning] = result.warnings;
  if (warning) throw new Error(`Bundling ${entry}: ${warning.text}`);
  const [file] = result.outputFiles;
  if (!file) throw new Error(`Bundling ${entry} gave no file.`);
  return file.text;
}
