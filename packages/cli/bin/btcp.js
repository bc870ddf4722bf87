#!/usr/bin/env node
// Importing it costs more.
const module = process.getBuiltinModule('node:module');

// From Node 22.8 on, what loading a compiler takes is spent only once.
module.enableCompileCache?.();
const { runCli } = await import('#cli');

// No signal has a handler: one would wait until a tool's loop or regular expression ends. What has been started ends with
// this process anyway, and the next command removes the temporary folders.

// Whoever read the output has gone, as `head` does: nothing is left to say.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(
    `btcp: the output cannot be written: ${error.message}\nhelp: Write it to another place.\n`,
  );
  process.exit(1);
});

function currentFolder() {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('btcp: the current folder has been removed.\nhelp: Go to another one.\n');
    return process.exit(1);
  }
}

const io = {
  cwd: currentFolder(),
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  clearLine: () => process.stderr.write('\r\u001b[K'),
};

async function run() {
  try {
    return await runCli(process.argv.slice(2), io);
  } catch (error) {
    process.stderr.write(
      `btcp: this is a bug of btcp, not of your tools.\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return 70;
  }
}

const exitCode = await run();
// A tool may leave a timer or a socket behind, which must not keep the command from ending.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((written) => stream.write('', written))),
);
process.exit(exitCode);
