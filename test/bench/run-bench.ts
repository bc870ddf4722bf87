import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownReport } from './report/markdown-report.ts';
import { tableText } from './report/table-text.ts';
import type { Bench, Row } from './support/row.ts';
import { build } from './build.bench.ts';
import { call } from './call.bench.ts';
import { compare } from './compare.bench.ts';
import { edit } from './edit.bench.ts';
import { exporting } from './export.bench.ts';
import { growth } from './growth.bench.ts';
import { isolated } from './isolated.bench.ts';
import { light } from './light.bench.ts';
import { sign } from './sign.bench.ts';
import { size } from './size.bench.ts';
import { startup } from './startup.bench.ts';
import { types } from './types.bench.ts';
import { validators } from './validators.bench.ts';

/** Every bench, by the name that selects it, in the order in which they run. */
const BENCHES: Readonly<Record<string, Bench>> = {
  validators,
  growth,
  call,
  build,
  edit,
  startup,
  light,
  size,
  types,
  export: exporting,
  sign,
  compare,
  isolated,
};

const RESULTS = fileURLToPath(new URL('../../bench/results.md', import.meta.url));

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`${name} …`);
  const measured = await bench(values);
  console.log(tableText(measured));
  rows.push(...measured);
}

// A smoke run or a partial one must not replace the figures of a full run.
if (!values.quick && positionals.length === 0) {
  await mkdir(dirname(RESULTS), { recursive: true });
  await writeFile(RESULTS, await markdownReport(rows));
}
