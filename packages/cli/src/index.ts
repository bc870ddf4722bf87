export { runCli } from './cli.ts';
export type { CliIo, ExitCode } from './io.ts';
export { runExamples } from './run/run-examples.ts';
