import { type CapabilityChange, writeCapabilities } from '@btcp/codegen';
import type { CliIo, ExitCode } from '../io.ts';
import { fromFolder, lineReader } from '../read-lines.ts';
import { counted } from '../report/counted.ts';
import { reportDiagnostics } from '../report/report-diagnostics.ts';

/** `btcp check --write-capabilities`. */
export async function writeCapabilitiesOf(config: string | undefined, io: CliIo): Promise<ExitCode> {
  const { root, diagnostics, changes } = await writeCapabilities({
    cwd: io.cwd,
    ...(config !== undefined && { configFile: config }),
  });
  const shown = fromFolder(io.cwd, root, diagnostics);
  if (shown.length > 0) io.stderr(reportDiagnostics('pretty', shown, lineReader(io.cwd)));
  for (const change of fromFolder(io.cwd, root, changes)) io.stdout(changeText(change));
  const count = changes.filter(({ added, removed }) => added.length + removed.length > 0).length;
  io.stdout(count === 0 ? 'nothing to change\n' : `changed ${counted(count, 'tool')}\n`);
  return shown.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function changeText({ tool, file, line, added, removed, kept }: CapabilityChange): string {
  return [
    `${file}:${line}  ${tool}`,
    ...added.map((capability) => `  + ${capability}`),
    ...removed.map((capability) => `  - ${capability}`),
    ...kept.map(
      (capability) => `    ${capability} stays: its code was not found, but not all of the code can be read`,
    ),
    '',
  ].join('\n');
}
