import { runCli } from '@btcp/cli';

// A program: `btcp` from its sources, for tests that need a process of its own.
process.exit(
  await runCli(process.argv.slice(2), {
    cwd: process.cwd(),
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    isTerminal: false,
  }),
);
