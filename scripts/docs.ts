/**
 * Builds the site of the documentation in docs/site, and serves it on 127.0.0.1: `npm run docs`. `npm run docs:build` only builds.
 * Further arguments go to Astro, such as `--port 5000`, or `--base /toolkit` where it is served in a folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSite } from './docs-site/write-site.ts';
import { runNpm } from './run-npm.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const site = join(root, 'docs/site');
const [command, ...args] = process.argv.slice(2);

await writeSite(root, site);
if (!isInstalled()) {
  console.log('Installs the packages of the site.');
  await runNpm(site, ['ci', '--no-audit', '--no-fund']);
}
astro('build');
if (command === 'preview') astro('preview', '--host', '127.0.0.1');

/** Whether packages were installed since the lockfile was last written. */
function isInstalled(): boolean {
  const installed = join(site, 'node_modules/.package-lock.json');
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(site, 'package-lock.json')).mtimeMs
  );
}

function astro(...command: readonly string[]): void {
  execFileSync(process.execPath, [join(site, 'node_modules/astro/astro.js'), ...command, ...args], {
    cwd: site,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
}
