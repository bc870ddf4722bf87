import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = new URL('../../packages/codegen/dist/source/require-compiled.js', import.meta.url).href;
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/btcp/ts-morph.js.v8', import.meta.url));

/** Requires ts-morph in a process of its own. */
async function parse(): Promise<string> {
  const code = `import(${JSON.stringify(MODULE)}).then(({ requireCompiled }) => {
    const { Project } = requireCompiled('ts-morph');
    const file = new Project({ useInMemoryFileSystem: true }).createSourceFile('cell.ts', 'const cell = 1;');
    process.stdout.write(file.getVariableDeclarationOrThrow('cell').getInitializerOrThrow().getText());
  })`;
  return (await promisify(execFile)(process.execPath, ['-e', code])).stdout;
}

// Newer versions of Node keep what they compile themselves.
it.skipIf('enableCompileCache' in module)(
  'does without what V8 compiled of a package where that is damaged, and keeps it anew',
  async () => {
    expect(await parse()).toBe('1');
    const whole = await readFile(COMPILED);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.length / 2, whole.length / 2 + 100);
    await writeFile(COMPILED, damaged);
    expect(await parse()).toBe('1');
    expect((await readFile(COMPILED)).equals(damaged)).toBe(false);
    await writeFile(COMPILED, '');
    expect(await parse()).toBe('1');
    expect((await readFile(COMPILED)).length).toBeGreaterThan(100_000);
  },
);
