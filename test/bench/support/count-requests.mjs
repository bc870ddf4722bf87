// Loaded into a build's threads by `--import`: writes how many requests were sent to TypeScript 7, into the file that
// BTCP_BENCH_REQUESTS names. The thread that sends them is ended, so it cannot report at its end.
import { openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = dirname(createRequire(import.meta.url).resolve('typescript-7/package.json'));
const { SyncRpcChannel } = await import(pathToFileURL(join(root, 'dist/api/syncChannel.js')).href);
const { requestBytesSync } = SyncRpcChannel.prototype;

let file;
let count = 0;

SyncRpcChannel.prototype.requestBytesSync = function (...request) {
  file ??= openSync(process.env.BTCP_BENCH_REQUESTS, 'w');
  writeSync(file, String(++count).padStart(9), 0);
  return requestBytesSync.apply(this, request);
};
