import { Writable } from 'node:stream';

/**
 * Keeps standard output to one writer: what anything else in this process prints there goes to standard error.
 *
 * @returns The way to standard output.
 */
export function keepStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // That nobody reads it any more is told to its one writer, by the callback of the write. The program's own listener
  // would end the process before what is running is cancelled.
  stdout.removeAllListeners('error').on('error', () => undefined);
  // Each form of `write` that Node knows, standard error knows too.
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}
