import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the packages that changed, once before the first test that starts them; vitest calls it. */
export function setup(): void {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const turbo = fileURLToPath(new URL('../../node_modules/turbo/bin/turbo', import.meta.url));
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, [turbo, 'run', 'build', '--output-logs=errors-only'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
