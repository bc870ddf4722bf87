import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';
import { contradictedHints } from '../../check/capabilities/check-capabilities.ts';
import { openProject } from '../../../test/fixtures/capabilities/open-project.ts';

/** Handlers that compute, with what Node shares with the browser. */
const PURE = {
  address:
    'const url = new URL("/a", "https://a.example"); url.searchParams.append("q", text); return URL.canParse(text) && url.toString();',
  query: 'return [...new URLSearchParams(text).entries()].length;',
  imported: 'return new NodeURL(text).searchParams.get("q");',
  bytes: 'return Buffer.from(text, "utf8").toString("base64");',
  encoded: 'return new TextDecoder().decode(new TextEncoder().encode(text)) + btoa(text);',
  copied: 'return structuredClone({ text });',
  aborted: 'const own = new AbortController(); own.abort(); return own.signal.aborted;',
  timed: 'return AbortSignal.timeout(10).aborted;',
  named: 'return join(posix.dirname(text), path.extname(text)) + path.posix.sep;',
  hashed: 'return createHash("sha256").update(text).digest("hex") + randomUUID();',
  shown: 'return inspect({ text }) + format("%s", text);',
  waited: 'await sleep(10); return new StringDecoder("utf8").write(gzipSync(text));',
};

/** Handlers with a function of Node or a request, and what is found. */
const OTHERS = {
  read: ['await readFile(text);', 'fs.readFile'],
  removed: ['await rm(text);', 'fs.rm'],
  emptied: ['fs.rmdirSync(text);', 'fs.rmdirSync'],
  deleted: ['await fetch("/orders", { method: "DELETE" });', 'Window.fetch (DELETE)'],
  deletedThere: ['await fetch(text, { method: "delete" });', 'Window.fetch (DELETE)'],
  fetched: ['await fetch("/orders");', 'Window.fetch'],
  engine: ['setEngine(text);', 'setEngine'],
  ran: ['await run(text);', 'execFile'],
  listed: ['await [text].map(execFile);', 'execFile'],
  promised: ['await owned();', 'Window.fetch'],
  callback: ['scrypt(text, text, 8, () => void fetch("/orders"));', 'Window.fetch'],
} as const;

/** Handlers with what only the page's types, or none, describe: what is found without and with those. */
const OF_PAGE = {
  title: ['(_input, { dom }) => (dom as { title: string }).title', 'dom', 'dom as { title: string }'],
  cookie: ['(_input, ctx) => String(ctx.dom.cookie)', 'ctx.dom', 'Document.cookie'],
  added: ['(_input, { db }) => db.title', 'db', 'db'],
} as const;

const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

function open(name: string, lib: readonly string[]): ReturnType<typeof openProject> {
  const folder = join(root, name);
  mkdirSync(folder);
  const bodies = [...Object.entries(PURE), ...Object.entries(OTHERS).map(([key, [body]]) => [key, body])];
  const tools = bodies.map(
    ([tool, body]) =>
      `export const ${tool} = defineTool({ inputSchema: Type.Object({ text: Type.String() }), async execute({ text }): Promise<unknown> { ${body} } });\n`,
  );
  for (const [tool, [execute]] of Object.entries(OF_PAGE))
    tools.push(
      `export const ${tool} = defineTool({ inputSchema: Type.Object({}), outputSchema: Type.String(), execute: ${execute} });\n`,
    );
  const imports = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { URL as NodeURL } from 'node:url';
import { createHash, randomUUID, scrypt, setEngine } from 'node:crypto';
import path, { join, posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { format, inspect, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
const run = promisify(execFile);
const owned = promisify((done: (error: Error | null) => void) => { void fetch('/orders'); done(null); });
`;
  writeFileSync(join(folder, 'tools.ts'), imports + tools.join(''));
  const options = { target: 'ES2022', module: 'NodeNext', lib, types: ['node'], strict: true, noEmit: true };
  const compilerOptions = { ...options, skipLibCheck: true, customConditions: ['@btcp/source'] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } }),
  );
  return openProject(folder, ['tools.ts']);
}

describe.each([
  ['node', ['ES2023']],
  ['node-and-dom', ['ES2023', 'DOM', 'DOM.Iterable']],
])('with the types of %s', (name, lib) => {
  const { tools, usesOf, close } = open(name, lib);
  afterAll(close);
  const reportOf = (wanted: string): ReturnType<typeof usesOf> => {
    const tool = tools.find(({ defaultName }) => defaultName === wanted);
    if (!tool) throw new Error(`${wanted} was not found.`);
    return usesOf(tool);
  };

  test.each(Object.keys(PURE))('%s only computes', (tool) => {
    const { capabilities, maybe, flags } = reportOf(tool);
    expect([...capabilities, ...maybe, ...flags]).toEqual([]);
  });

  test.each(Object.entries(OF_PAGE))('%s is no plain value', (tool, [, untyped, typed]) => {
    const { capabilities, flags } = reportOf(tool);
    const used = [...capabilities, ...flags].map((each) => each.used);
    expect(used).toContain(name === 'node' ? untyped : typed);
  });

  test.each(Object.entries(OTHERS))('%s is found', (tool, [, used]) => {
    const report = reportOf(tool);
    expect([...report.capabilities, ...report.maybe, ...report.flags].map((each) => each.used)).toContain(
      used,
    );
    const hints = contradictedHints(report, { annotations: { destructiveHint: false } }, []);
    expect(hints.map(({ id }) => id)).toEqual(/rm|DELETE/.test(used) ? ['hint-contradicted'] : []);
  });
});
