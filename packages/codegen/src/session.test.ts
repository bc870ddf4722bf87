import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildSession, type Built, NOTHING_BUILT } from './build-project.ts';
import { withSession } from './with-session.ts';

it('cannot go on where a file came during its build, which some of it may have missed', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'btcp-session-'));
  try {
    await mkdir(join(cwd, 'src'));
    await writeFile(join(cwd, 'btcp.config.json'), '{ "tools": ["src/a.ts"], "description": "Tools." }');
    await writeFile(join(cwd, 'src/a.ts'), "export { rows } from './rows.ts';");
    await delay(50);
    const rows = join(cwd, 'src/rows.ts');
    const canGoOn = async (onStage = (_stage: string): void => undefined): Promise<boolean> => {
      let goesOn = false;
      await withSession<Built>({ cwd, watch: true }, NOTHING_BUILT, async (session) => {
        const built = await buildSession(session, { onStage });
        session.settle({ isSaved: false });
        goesOn = session.canGoOn();
        return built;
      });
      return goesOn;
    };
    const comes = (stage: string): void => {
      if (stage === 'discover') writeFileSync(rows, 'export const rows = [];');
    };
    expect([await canGoOn(), await canGoOn(comes), await canGoOn()]).toEqual([true, false, true]);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
