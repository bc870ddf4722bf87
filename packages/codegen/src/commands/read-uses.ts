import type { Diagnostic } from '@btcp/core';
import { Definitions } from '../definitions.ts';
import { discoverTools, withReExported } from '../discover/discover-tools.ts';
import { evaluateTools } from '../evaluate/evaluate-tools.ts';
import type { CapabilityReport } from '../infer/capabilities/capability-report.ts';
import { readUses } from '../infer/infer-tool.ts';
import type { Session } from '../session.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/** The tools of a project, and the capabilities that their code uses. */
export interface ToolUses {
  readonly uses: ReadonlyMap<EvaluatedTool, CapabilityReport>;
  /** Why other tools could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Infers the capabilities that the code of a project's tools uses. */
export async function readToolUses(session: Session): Promise<ToolUses> {
  const { syntax, files, processes } = session;
  const cache = new Definitions(session);
  const discovery = discoverTools(syntax, withReExported(syntax, files));
  session.openTypes(files);
  const reading = readUses(session, discovery.tools);
  const { tools, diagnostics } = await evaluateTools(syntax, discovery.tools, { cache, processes });
  const reports = await reading;
  const uses = new Map<EvaluatedTool, CapabilityReport>();
  for (const tool of tools) {
    const report = reports.get(tool.call);
    if (report) uses.set(tool, report);
  }
  return { uses, diagnostics: [...discovery.diagnostics, ...diagnostics] };
}
