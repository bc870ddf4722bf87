import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '@btcp/codegen';

// A codegen script of one's own: `build()` does what `btcp build` does, and returns what it found and wrote.
// Run by tsx: `npm run examples` builds every story below examples/, `npm run examples -- --check` only compares.

const root = fileURLToPath(new URL('..', import.meta.url));
const mode = process.argv.includes('--check') ? 'check' : 'write';

const NOT_COMPARED = mode === 'check' ? /node_modules|^(?:providers|sales)/ : /node_modules|^providers/;

// A page with several routes has a config for each. A workspace builds its packages itself, and what `sales` commits is
// not all that it builds.
const configs = (await readdir(join(root, 'examples'), { recursive: true })).filter(
  (path) => path.endsWith('btcp.config.ts') && !NOT_COMPARED.test(path),
);

for (const path of configs.sort()) {
  const cwd = join(root, 'examples', dirname(path));
  const { ok, diagnostics, stale, files } = await build({ cwd, mode, configFile: basename(path) });
  for (const { severity, file, line, column, id, message } of diagnostics) {
    console.log(`${relative(root, join(cwd, file))}:${line}:${column}  ${severity}  ${id}\n  ${message}`);
  }
  const outcome = !ok
    ? 'failed'
    : stale.length === 0
      ? 'is up to date'
      : mode === 'check'
        ? 'is stale'
        : 'was written';
  console.log(`examples/${path}: what it builds ${outcome} (${files.length} files)`);
  if (!ok || (mode === 'check' && stale.length > 0)) process.exitCode = 1;
}
