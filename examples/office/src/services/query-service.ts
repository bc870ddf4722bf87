import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** A value of a row: bytes as base64, integers beyond 2^53 as text. */
export type Cell = string | number | null;

/** What a query gave. */
export interface QueryResult {
  readonly rows: Record<string, Cell>[];
  /** Whether there were more rows than asked for, or more than a million characters of them. */
  readonly truncated: boolean;
}

/** One query. */
export interface Query {
  readonly sql: string;
  /** The values of the query's `?`, in order. */
  readonly parameters: readonly (string | number)[];
  readonly maxRows: number;
  /** Stops the query, also one that computes without end. */
  readonly signal?: AbortSignal;
}

/** Asks a database, and cannot change it. */
export interface QueryService {
  /** @throws SQLite's error for a query that it refuses, or the signal's reason. */
  query(query: Query): Promise<QueryResult>;
}

const WORKER = new URL('./query-worker.js', import.meta.url);

/** Opens a SQLite file for reading. */
export function openQueryService(file: string): QueryService {
  return {
    async query({ signal, ...query }) {
      signal?.throwIfAborted();
      const worker = new Worker(WORKER, { workerData: { file, ...query } });
      try {
        const [result] = await once(worker, 'message', { signal });
        return result;
      } catch (error) {
        if (signal?.aborted) await stop(worker, file);
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}

// This build of SQLite locks with a folder, which a stopped thread cannot remove itself.
async function stop(worker: Worker, file: string): Promise<void> {
  await worker.terminate();
  await rm(`${file}.lock`, { recursive: true, force: true });
}
