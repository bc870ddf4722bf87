import { Writable } from 'node:stream';

/**
 * Reserves standard output for one writer: other output of this process goes to standard error.
 *
 * @returns The stream to standard output.
 */
export function keepStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // The writer learns from the callback of its write that nobody reads any more. The process's own listener would end
  // the process before running calls are cancelled.
  stdout.removeAllListeners('error').on('error', () => undefined);
  // Standard error supports every signature of `write` too.
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}
