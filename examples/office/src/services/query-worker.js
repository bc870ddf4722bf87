// Runs one query and ends. A thread of its own, because SQLite computes without pause and could not be stopped otherwise.
// JavaScript, so that Node can start it from the sources as they are.
import { parentPort, workerData } from 'node:worker_threads';
import sqlite from 'node-sqlite3-wasm';

const MAX_CHARACTERS = 1_000_000;

const { file, sql, parameters, maxRows } = workerData;

function toJson(value) {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return value;
}

function readRows(statement) {
  const rows = [];
  let characters = 0;
  for (const row of statement.iterate(parameters)) {
    const clean = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJson(value)]));
    characters += JSON.stringify(clean).length;
    if (rows.length === maxRows || characters > MAX_CHARACTERS) return { rows, truncated: true };
    rows.push(clean);
  }
  return { rows, truncated: false };
}

const database = new sqlite.Database(file, { readOnly: true });
try {
  const statement = database.prepare(sql);
  try {
    parentPort.postMessage(readRows(statement));
  } finally {
    statement.finalize();
  }
} finally {
  database.close();
}
