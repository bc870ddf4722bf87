// Runs the official conformance suite of MCP against the HTTP handler, once for each revision. Every scenario passes,
// or stands in `NOT_OFFERED` with its reason; an entry there that passes fails this script, too.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { makeConformanceHost } from '../test/adapters/conformance-tools.ts';
import { NOT_OFFERED } from '../test/adapters/not-offered.ts';
import { runNpm } from './run-npm.ts';

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite needs it; the toolkit does not. */
const NODE = 'node@22';
const REVISIONS = ['2025-11-25', '2026-07-28'];
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/mcp-conformance');

/** A check of a scenario, in the suite's own words. */
interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly errorMessage?: string;
}

await install();
const { url, close } = await listen();
const used = new Set<string>();
const surprises: string[] = [];
for (const revision of REVISIONS) surprises.push(...(await judge(revision)));
close();
for (const [entry, reason] of Object.entries(NOT_OFFERED))
  if (!used.has(entry)) surprises.push(`${entry} passes, and stands in the table: ${reason}`);
for (const surprise of surprises) console.error(surprise);
process.exitCode = surprises.length > 0 ? 1 : 0;

async function install(): Promise<void> {
  const wanted = JSON.stringify([SUITE, NODE]);
  const mark = join(FOLDER, 'installed.json');
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), '{}');
  await runNpm(FOLDER, ['install', '--no-audit', '--no-fund', NODE, SUITE]);
  await writeFile(mark, wanted);
}

async function listen(): Promise<{ readonly url: string; readonly close: () => void }> {
  const { host, manifest } = await makeConformanceHost();
  const mcp = createMcpFetch(host, { manifest, sessions: true });
  const http = createServer(toNodeHandler({ fetch: mcp }) as RequestListener);
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  // A TCP server has a port.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** @returns What fails, and does not stand in the table; entries of the table that fail are added to `used`. */
async function judge(revision: string): Promise<readonly string[]> {
  const results = await mkdtemp(join(tmpdir(), 'conformance-'));
  const bin = join(FOLDER, 'node_modules/.bin');
  const args = ['server', '--url', url, '--requirements', revision, '-o', results];
  // It ends with an error where any scenario fails.
  await promisify(execFile)(join(bin, 'conformance'), args, {
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  }).catch(() => undefined);
  const surprises: string[] = [];
  const counts = { passed: 0, excused: 0, all: 0 };
  for (const folder of (await readdir(results)).sort()) {
    const scenario = folder.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    const checks = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8')) as Check[];
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'INFO' || status === 'SKIPPED') continue;
      counts.all++;
      const entry = entryOf(scenario, id);
      if (status === 'SUCCESS') counts.passed++;
      else if (entry === undefined) surprises.push(`${revision} ${scenario}/${id}: ${errorMessage}`);
      else {
        counts.excused++;
        used.add(entry);
      }
    }
  }
  await rm(results, { recursive: true });
  console.log(
    `${revision}: of ${counts.all} checks ${counts.passed} pass, ${counts.excused} are of what is not offered`,
  );
  if (counts.all === 0) surprises.push(`${revision}: the suite has checked nothing`);
  return surprises;
}

/** The entry of the table for a check. */
function entryOf(scenario: string, check: string): string | undefined {
  return Object.keys(NOT_OFFERED).find((entry) =>
    entry.endsWith('*')
      ? scenario.startsWith(entry.slice(0, -1))
      : entry === scenario || entry === `${scenario}/${check}`,
  );
}
