// Loaded into a build's threads by `--import`: writes how many requests were sent to TypeScript 7, into the file that
// BTCP_BENCH_REQUESTS names. The thread that sends them is ended, so it cannot report at its end.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, writeSync } = fs;
// How a request begins: a MessagePack array of three, whose first is the kind of the message.
const [ARRAY, REQUEST] = [0x93, 1];

let file;
let count = 0;

fs.writeSync = (...args) => {
  const [, data, offset] = args;
  const [array, kind] = typeof data === 'object' ? data.subarray(offset) : [];
  if (array === ARRAY && kind === REQUEST) {
    file ??= openSync(process.env.BTCP_BENCH_REQUESTS, 'w');
    writeSync(file, String(++count).padStart(9), 0);
  }
  return writeSync(...args);
};
syncBuiltinESMExports();
