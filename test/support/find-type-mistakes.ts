import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TSC = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));
const OPTIONS =
  '--ignoreConfig --noEmit --pretty false --target es2022 --module nodenext --lib es2023 --strict --exactOptionalPropertyTypes ' +
  '--noUncheckedIndexedAccess --skipLibCheck --customConditions @btcp/source --allowImportingTsExtensions';

/**
 * TypeScript's errors in source files, under its strictest options.
 *
 * @param more - Options that replace others, for example `--lib es2023,dom`.
 */
export function findTypeMistakes(files: readonly string[], more = ''): readonly string[] {
  const args = [TSC, ...OPTIONS.split(' '), ...more.split(' ').filter(Boolean), ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? [] : [stdout, stderr].join('').trim().split('\n');
}
