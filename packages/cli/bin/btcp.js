#!/usr/bin/env node
import { runCli } from '../dist/index.js';

const io = {
  cwd: process.cwd(),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
};

try {
  process.exitCode = await runCli(process.argv.slice(2), io);
} catch (error) {
  process.stderr.write(
    `btcp: this is a bug of btcp, not of your tools.\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 70;
}
