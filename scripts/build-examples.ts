import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '@btcp/codegen';

// A codegen script of one's own: `build()` does what `btcp build` does, and returns what it found and wrote.
// Run by tsx: `npm run examples` builds every story below examples/, `npm run examples -- --check` only compares.

const root = fileURLToPath(new URL('..', import.meta.url));
const mode = process.argv.includes('--check') ? 'check' : 'write';

for (const story of (await readdir(join(root, 'examples'))).sort()) {
  const cwd = join(root, 'examples', story);
  // A workspace builds its packages itself.
  if (!existsSync(join(cwd, 'btcp.config.ts'))) continue;
  const { ok, diagnostics, stale, files } = await build({ cwd, mode });
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
  console.log(`examples/${story}/generated ${outcome} (${files.length} files)`);
  if (!ok || (mode === 'check' && stale.length > 0)) process.exitCode = 1;
}
