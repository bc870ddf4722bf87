import { Writable } from 'node:stream';

/**
 * Keeps standard output to one writer: what anything else in this process prints there goes to standard error.
 *
 * @returns The way to standard output.
 */
export function keepStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Each form of `write` that Node knows, standard error knows too.
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}
