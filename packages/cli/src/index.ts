export { runCli } from './cli.ts';
export type { CliIo, ExitCode } from './io.ts';
export type { Format } from './option.ts';
export { reportDiagnostics } from './report/report-diagnostics.ts';
export { runExamples } from './run/run-examples.ts';
