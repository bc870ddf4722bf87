import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp, type Run } from '../support/btcp.ts';
import { documentedFiles } from '../support/documented-files.ts';
import { makeProject, removeProject } from '../support/write-project.ts';
import { ROOT } from './copy-story.ts';

/** The tool of the README, and what docs/init.md has beside it. */
async function readmeProject(): Promise<string> {
  const files = { ...(await documentedFiles('README.md')), ...(await documentedFiles('docs/init.md')) };
  expect(Object.keys(files)).toEqual([
    'src/tools/list-orders.ts',
    'btcp.config.ts',
    'tsconfig.json',
    'page.html',
    'src/main.ts',
  ]);
  return makeProject(files);
}

describe('the README', () => {
  // Built once for all.
  let root: string;
  let built: Run;
  beforeAll(async () => {
    root = await readmeProject();
    built = await btcp(root, 'build');
  });
  afterAll(() => removeProject(root));

  it('has commands that build and call its tool', async () => {
    expect(built).toMatchObject({ code: 0, err: '' });
    const call = (input: string): ReturnType<typeof btcp> =>
      btcp(root, 'call', 'listOrders', input, '--grant', 'dom:read', '--html', 'page.html');
    const good = await call('{"state": "open"}');
    expect(JSON.parse(good.out)).toEqual({ orders: [{ id: 'o2', text: '1 chair' }] });
    expect((await call('{"state": "closed"}')).err).toContain(
      '`state` must be one of open, paid; got "closed"',
    );
  });

  it('fits on a page or two', async () => {
    expect((await readFile(join(ROOT, 'README.md'), 'utf8')).split('\n').length).toBeLessThanOrEqual(121);
  });

  it('has a program that runs', async () => {
    const args = ['--import', 'tsx', 'src/main.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    expect(stdout).toBe("[ { id: 'o2', text: '1 chair' } ]\n");
  });

  it('shows the message about a misspelt field', async () => {
    const file = join(root, 'src/tools/list-orders.ts');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('capabilities:', 'capabilites:'));
    const { err } = await btcp(root, 'build');
    await writeFile(file, text);
    const [message = 'none'] = err.split(/\n\n(?! )/);
    expect(await readFile(join(ROOT, 'README.md'), 'utf8')).toContain(`\`\`\`\n${message}\n\`\`\``);
  });
});
