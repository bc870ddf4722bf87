import { Writable } from 'node:stream';

/** Reserves standard output for the returned stream: other output of this process goes to standard error. */
export function keepStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // The writer learns from the callback of its write that nobody reads any more. The process's own listener would end
  // the process before running calls are cancelled.
  stdout.removeAllListeners('error').on('error', () => undefined);
  // Standard error supports every signature of `write` too.
  stdout.write = stderr.write.bind(stderr);
  // A tool must not end the connection; what it writes last still goes to standard error.
  stdout.end = (chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stderr.write(chunk);
    return stdout;
  };
  stdout.destroy = () => stdout;
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}
