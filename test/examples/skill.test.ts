import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { documentedFiles } from '../support/documented-files.ts';
import { writeProject } from '../support/write-project.ts';
import { ROOT } from './copy-story.ts';

const SKILL = 'packages/cli/skills/btcp/SKILL.md';
const run = promisify(execFile);

/** The commands of the page, in its order. */
async function commandsIn(page: string): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}

/** Splits a command as a shell does, as far as the page needs it. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Runs a command of the page; those of other packages as npx would. */
async function runCommand(cwd: string, command: string): Promise<{ code: number; out: string; err: string }> {
  const [npx, program = '', ...args] = wordsOf(command);
  expect(npx).toBe('npx');
  if (program === 'btcp') return btcp(cwd, ...args);
  const file = { tsc: 'typescript-7/bin/tsc', vitest: 'vitest/vitest.mjs' }[program];
  if (file === undefined) throw new Error(`No such program: ${program}`);
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout, stderr } = await run(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd,
    env,
  });
  return { code: 0, out: stdout, err: stderr };
}

/** The project that the skill describes, in which the version that it started from is committed. */
async function skillProject(): Promise<string> {
  const cwd = await writeProject({
    ...(await documentedFiles(SKILL)),
    'tsconfig.json': (await documentedFiles('docs/init.md'))['tsconfig.json'] ?? '',
    // Vitest's config brings the declarations of happy-dom, which need newer ones of Node.
    'vitest.config.ts': `import { defineConfig } from 'vitest/config';\nexport default defineConfig({ test: { isolate: false, maxWorkers: 1 } });\n`,
  });
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0, err: '' });
  const git = (...args: readonly string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd });
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'First release');
  return cwd;
}

/** What each command prints, in part. */
const EXPECTED: Readonly<Record<string, string>> = {
  'npx btcp check --format json': '"diagnostics": []',
  'npx btcp build': '1 tool',
  'npx tsc --noEmit': '',
  'npx btcp check --fix': 'nothing to fix',
  'npx btcp explain capability-missing': 'capability-missing',
  'npx btcp check --write-capabilities': 'nothing to change',
  [`npx btcp call findNotes '{"word": "milk"}' --grant dom:read --html page.html`]: 'Buy milk',
  'npx btcp check --run': '',
  'npx vitest run': '1 passed',
  'npx btcp serve --print-config claude-code --grant dom:read --html page.html': '"serve"',
  'npx btcp export --to mcp-2025-11-25': '"findNotes"',
  'npx btcp diff git:HEAD': 'no changes',
  'npx btcp check --against git:HEAD': '1.2.3 is enough',
  'npx btcp build --check': 'up to date',
  'npx btcp publish --out public': 'wrote .well-known/btcp.json',
};

it('the skill has commands that work, in its order, on the project that it shows, and shows their message', async () => {
  const cwd = await skillProject();
  const commands = await commandsIn(SKILL);
  expect(commands).toEqual(Object.keys(EXPECTED));
  for (const command of commands) {
    const { code, out, err } = await runCommand(cwd, command);
    expect([command, code, out + err]).toEqual([
      command,
      0,
      expect.stringContaining(EXPECTED[command] ?? 'none'),
    ]);
  }

  // A capability that is not declared, which --fix repairs.
  const file = join(cwd, 'src/tools/find-notes.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(`capabilities: ['dom:read']`, 'capabilities: []'));
  const { code, err } = await btcp(cwd, 'build');
  expect(code).toBe(1);
  const [message = 'none'] = err.split(/\n\n(?! )/);
  expect(await readFile(join(ROOT, SKILL), 'utf8')).toContain(`\`\`\`text\n${message}\n\`\`\``);
  await btcp(cwd, 'check', '--fix');
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('the skill is a skill, which the package contains', async () => {
  const text = await readFile(join(ROOT, SKILL), 'utf8');
  const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const [name = '', description = ''] = head.split('\n');
  expect(name).toBe('name: btcp');
  // The limit of agentskills.io, of text without a colon that YAML would read as a key.
  expect(description).toMatch(/^description: [^:]{50,1024}$/);
  const { files } = JSON.parse(await readFile(join(ROOT, 'packages/cli/package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  expect(files).toContain('skills');
});
