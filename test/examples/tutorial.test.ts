import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = await readFile(join(ROOT, 'docs/tutorial.md'), 'utf8');

// A block of code, and the path of a file that begins the paragraph before it: "`src/a.ts`, …:".
const BLOCK = /(?:^`([\w./-]+)`[^\n`]*:\n\n)?^```(\w+)\n(.*?)^```$/gms;

const FOLDER = join(ROOT, 'test/.tmp');
await mkdir(FOLDER, { recursive: true });
let cwd = await mkdtemp(join(FOLDER, 'tutorial-'));
const created = cwd;
afterAll(() => rm(created, { recursive: true }));

/** Runs a program with the installed packages, and returns what it prints. */
async function run(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return stdout;
}

const installed = (path: string): string => join(ROOT, 'node_modules', path);

/** Runs a command of the page; of what it would install, the packages of this repository are used. */
async function runCommand(command: string): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const [program, first = '', ...others] = words;
  if (program === 'cd') {
    cwd = join(cwd, first);
    return '';
  }
  if (program === 'npx' && first === 'btcp') {
    const { out, err } = await btcp(cwd, ...others);
    return out + err;
  }
  if (program === 'npx' && first === 'tsx') return run('--import', 'tsx', ...others);
  if (command === 'npm test') {
    const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly test: string };
    };
    return run(installed('vitest/vitest.mjs'), ...scripts.test.split(' ').slice(1), '--root', cwd);
  }
  if (command.startsWith('npm create btcp ')) {
    const options = others.slice(1).filter((word) => word !== '--');
    const { out } = await btcp(cwd, 'init', ...options, '--no-install');
    const folder = join(cwd, options[0] ?? '');
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    // Above the folder is the config of this repository.
    await writeFile(join(folder, 'vitest.config.js'), 'export default {};\n');
    return out + (await btcp(folder, 'build')).err;
  }
  if (command.startsWith('npm install --save-dev ')) {
    const found = others.slice(1).map(async (dependency) => {
      const name = dependency.replace(/@\d+$/, '');
      const text = await readFile(installed(`${name}/package.json`), 'utf8');
      return `${name}@${parseInt((JSON.parse(text) as { readonly version: string }).version)}`;
    });
    return (await Promise.all(found)).join(' ');
  }
  throw new Error(`The test cannot run this command of the page: ${command}`);
}

/** Writes a file of the page, or changes it where the page shows a difference of one line. */
async function writeBlock(path: string, language: string, text: string): Promise<void> {
  const file = join(cwd, path);
  if (language !== 'diff') return writeFile(file, text);
  const [, before = '', after = ''] = /^-(.*)\n\+(.*)$/m.exec(text) ?? [];
  const source = await readFile(file, 'utf8');
  if (!source.includes(before)) throw new Error(`${path} does not have the line${before}`);
  await writeFile(file, source.replace(before, after));
}

it('docs/tutorial.md can be followed from its first block to its last', async () => {
  const outputs = new Map<string, string>();
  const shown: string[] = [];
  const printed: string[] = [];
  const languages: string[] = [];
  let last = '';
  for (const [, path = '', language = '', text = ''] of PAGE.matchAll(BLOCK)) {
    languages.push(language);
    if (language === 'text') {
      shown.push(text.trimEnd());
      printed.push(last.trimEnd());
    } else if (language === 'sh')
      for (const command of text.trim().split('\n')) {
        last = await runCommand(command);
        outputs.set(command, last);
      }
    else await writeBlock(path, language, text);
  }
  expect(printed).toEqual(shown);
  expect(languages.join(' ')).toBe(
    'sh sh text ts sh text diff sh text sh text sh text sh ts sh sh sh ts sh text',
  );
  const install = [...outputs].find(([command]) => command.startsWith('npm install')) ?? [];
  expect(install[0]).toBe(`npm install --save-dev ${install[1]}`);
  expect(outputs.get('npx btcp check --run')).not.toContain('error');
  expect(outputs.get('npm test')).toMatch(/Test Files +2 passed/);
  expect(await run(installed('typescript-7/bin/tsc'), '-p', cwd)).toBe('');
});
