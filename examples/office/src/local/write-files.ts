import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

const FILES: Readonly<Record<string, string>> = {
  'notes.txt': 'Call Aster Ltd.\nCall Bergamot & Co.\n',
  'reports/april.txt': 'Orders: 41\nStatus: final\n',
  'reports/may.txt': 'Orders: 2\nStatus: draft\n',
  'reports/archive/2023.csv': 'month,orders\n1,17\n',
};

const TABLES = `
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL NOT NULL, paid INTEGER NOT NULL);
  INSERT INTO orders (customer, total, paid) VALUES
    ('Aster Ltd', 40, 1), ('Bergamot & Co', 260.5, 0), ('Cedar & Sons', 12.25, 1);
`;

/** Writes the office's documents into a folder. */
export async function writeDocuments(folder: string): Promise<void> {
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Writes the office's orders into a new SQLite file. */
export function writeDatabase(file: string): void {
  const database = new sqlite.Database(file);
  database.exec(TABLES);
  database.close();
}
