import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { alike } from '../support/runs.ts';
import { countRequests, writeProject } from './support/project-runs.ts';

const TOOLS = 50;
/** What TypeScript is asked once for a project: its files, and the members of the platform that its helpers use. */
const ONCE = 80;

it.each(
  alike<readonly [string, number]>([
    ['40 % of outputs inferred', 4],
    ['outputs declared', 0],
  ]),
)('a build asks TypeScript at most four questions a tool: %s', async (_, inferredOfTen) => {
  const folder = await writeProject(TOOLS, inferredOfTen);
  const requests = await countRequests(folder);
  await rm(folder, { recursive: true });
  expect(requests).toBeLessThanOrEqual(4 * TOOLS + ONCE);
});
