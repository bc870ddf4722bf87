import type { Diagnostic } from '@btcp/core';
import { findOutOfReach } from '../check/capabilities/check-capabilities.ts';
import type { CapabilityReport, Evidence } from '../infer/capabilities/capability-report.ts';
import type { ProjectOptions } from '../config/with-project.ts';
import type { Session } from '../session.ts';
import { withSession } from '../with-session.ts';
import { Definitions } from '../definitions.ts';
import { discoverTools, withReExported } from '../discover/discover-tools.ts';
import { evaluateTools } from '../evaluate/evaluate-tools.ts';
import { readUses } from '../infer/infer-tool.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';

/** The capabilities that the code of a project's tools uses. */
export interface CapabilityList {
  /** Absolute path of the folder that the files are relative to. */
  readonly root: string;
  /** Errors of tools that cannot be read, which are not in `tools`. */
  readonly diagnostics: readonly Diagnostic[];
  /** By the tool's name. */
  readonly tools: ReadonlyMap<string, ListedUses>;
}

/** The uses of a tool. */
export interface ListedUses extends CapabilityReport {
  /** Where it uses what it could not reach isolated; none for a tool that can run so. */
  readonly outOfReach: readonly Evidence[];
}

export async function listCapabilities(options: ProjectOptions = {}): Promise<CapabilityList> {
  return withSession(options, { tools: new Map() }, readProject);
}

async function readProject(session: Session): Promise<Omit<CapabilityList, 'root'>> {
  const { uses, diagnostics } = await readToolUses(session);
  return {
    diagnostics,
    tools: new Map(
      [...uses].map(([tool, { lacking = [], ...report }]) => [
        tool.name,
        { ...report, outOfReach: findOutOfReach({ ...report, lacking }, session.config.config?.sandbox) },
      ]),
    ),
  };
}

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
