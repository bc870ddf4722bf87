import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { completionScript } from './completion-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeScript(shell: string): string {
  const path = join(folder, `btcp.${shell}`);
  writeFileSync(path, completionScript(shell, COMMANDS));
  return path;
}

// Not every machine has every shell.
function isThere(shell: string): boolean {
  if (spawnSync(shell, ['-c', 'exit 0']).status === 0) return true;
  process.stderr.write(`SKIPPED: completion in ${shell}, which is not installed.\n`);
  return false;
}

/** What a shell prints for a script of its own, which finds btcp's in its first argument. */
const run = (shell: string, ...args: readonly string[]): string =>
  execFileSync(shell, args, { encoding: 'utf8' });

const ASKED: readonly (readonly [words: string, answer: string])[] = [
  ['btcp exp', 'explain export'],
  ['btcp build --', '--accept --check --config --format --stats --watch'],
  ['btcp build --check --format ', 'json pretty'],
  ['btcp export --to openai', 'openai-chat openai-responses'],
  ['btcp import --from mcp-s', 'mcp-server'],
  ['btcp completion ', 'bash fish zsh'],
];

describe.runIf(isThere('bash'))('in bash', () => {
  it.each(ASKED)('completes %j', (words, answer) => {
    const ask = `source "$1"; read -ra COMP_WORDS <<< "$2"; [[ $2 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _btcp; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = run('bash', '-c', ask, 'bash', writeScript('bash'), words);
    expect(out.trim().split('\n').sort().join(' ')).toBe(answer);
  });
});

describe.runIf(isThere('fish'))('in fish', () => {
  it.each(ASKED)('completes %j', (words, answer) => {
    const ask = 'source $argv[1]; complete -C $argv[2]';
    const out = run('fish', '-N', '-c', ask, writeScript('fish'), words);
    const found = out.split('\n').flatMap((line) => line.split('\t')[0] || []);
    expect(found.sort().join(' ')).toBe(answer);
  });
});

describe.runIf(isThere('zsh'))('in zsh', () => {
  it('registers what bash has', () => {
    const ask = 'source $1 && print $_comps[btcp]';
    const out = run('zsh', '-f', '-c', ask, 'zsh', writeScript('zsh'));
    expect(out).toBe('_bash_complete -o default -F _btcp\n');
  });
});
