import type { Diagnostic, UnplacedDiagnostic } from '@btcp/core';
import { discoverTools } from '../../discover/discover-tools.ts';
import type { CheckContext } from '../check-context.ts';
import type { CheckedTool } from '../checked-tool.ts';
import { ToolReport } from './tool-report.ts';

/** Locates a diagnostic about a checked tool, whose file is read again if it was not changed. */
export function reportOn(
  { syntax, cache }: Pick<CheckContext, 'syntax' | 'cache'>,
  tool: CheckedTool,
  diagnostic: UnplacedDiagnostic,
): Diagnostic {
  const { file, exportName, name, alias } = tool;
  return cache.remember(['report', tool.key, diagnostic], () => {
    const found = discoverTools(syntax, [file]).tools.find((each) => each.exportName === exportName);
    if (!found) throw new Error(`${file} no longer defines ${exportName}.`);
    const report = new ToolReport(syntax, { ...found, name, ...(alias && { alias }) });
    report.add(diagnostic);
    return report.diagnostics[0] as Diagnostic; // the one that was added
  });
}
