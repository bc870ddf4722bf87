import type { Diagnostic } from '@btcp/core';
import {
  DeclaredCapabilities,
  isCertain,
  withoutImplied,
  withAllImplied,
  isKnown,
} from '../check/capabilities/compare-capabilities.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { CapabilityReport } from '../infer/capabilities/capability-report.ts';
import type { ProjectOptions } from '../config/with-project.ts';
import { positionOf } from '../source/position.ts';
import { readToolUses } from './list-capabilities.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { Session } from '../session.ts';
import { withSession } from '../with-session.ts';
import { editCapabilities } from '../edit/edit-capabilities.ts';
import { editSources, type SourceEdit, canEdit } from '../edit/edit-sources.ts';
import type { EvaluatedTool } from '../evaluate/evaluation-protocol.ts';
import { compareText } from '../source/match-files.ts';

/** Changes of one tool's capabilities. */
export interface CapabilityChange {
  readonly tool: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly line: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Declared and not found in the code, but kept, because part of the code cannot be analysed. */
  readonly kept: readonly string[];
}

/** Result of `writeCapabilities`. */
export interface WrittenCapabilities {
  /** Absolute path of the folder that the files are relative to. */
  readonly root: string;
  /** Why tools could not be read, or their arrays not be changed. */
  readonly diagnostics: readonly Diagnostic[];
  /** Only tools with changed or kept capabilities. */
  readonly changes: readonly CapabilityChange[];
}

export async function writeCapabilities(options: ProjectOptions = {}): Promise<WrittenCapabilities> {
  return withSession(options, { changes: [] }, writeInProject);
}

async function writeInProject(session: Session): Promise<Omit<WrittenCapabilities, 'root'>> {
  const { syntax: project, config } = session;
  const { uses, diagnostics: found } = await readToolUses(session);
  const diagnostics = [...found];
  const plans: Plan[] = [];
  for (const [tool, report] of uses) plans.push(planTool(project, config, tool, report));
  const edits = plans.flatMap((plan) => plan.edits);
  const edited = await editSources(edits, (file) => project.file(file)?.text);
  const changes: CapabilityChange[] = [];
  for (const { tool, change, edits: own, diagnostic } of plans) {
    const isDone = own.every(({ file }) => edited.has(file));
    if (diagnostic) diagnostics.push(diagnostic);
    if (!isDone)
      diagnostics.push(notEditable(project, tool, tool.nameNode, FILE_CHANGED, 'Run the command again.'));
    else if (change) changes.push(change);
  }
  return { diagnostics, changes };
}

interface Plan {
  readonly tool: EvaluatedTool;
  readonly change?: CapabilityChange;
  readonly edits: readonly SourceEdit[];
  readonly diagnostic?: Diagnostic;
}

function planTool(
  project: SourceProject,
  config: LoadedConfig,
  tool: EvaluatedTool,
  report: CapabilityReport,
): Plan {
  const { capabilities } = tool.definitionValue.fields;
  const { written } = new DeclaredCapabilities(capabilities);
  const { list, ...rest } = wantedCapabilities(report, written);
  const isSame = capabilities !== undefined && rest.added.length + rest.removed.length === 0;
  const { file, line } = positionOf(project, tool.nameNode);
  const change = { tool: tool.name, file, line, ...rest };
  if (isSame) return { tool, edits: [], ...(rest.kept.length > 0 && { change }) };
  if (!canEdit(project, config, tool.file))
    return { tool, edits: [], diagnostic: notEditable(project, tool, tool.nameNode) };
  const edit = editCapabilities(tool, list, capabilities !== undefined);
  if ('edits' in edit) return { tool, change, edits: edit.edits };
  const help = `Write \`capabilities: [${list.map((each) => `'${each}'`).join(', ')}]\` in the definition itself.`;
  return { tool, edits: [], diagnostic: notEditable(project, tool, edit.node, edit.reason, help) };
}

const FILE_CHANGED = 'the file was changed in the meantime';

function notEditable(
  project: SourceProject,
  tool: EvaluatedTool,
  node: Parameters<typeof positionOf>[1],
  reason = 'the file is generated, or has a syntax error',
  help = 'Correct the file first.',
): Diagnostic {
  return {
    id: 'capabilities-not-editable',
    severity: 'error',
    tool: tool.name,
    ...positionOf(project, node),
    message: `The capabilities of tool "${tool.name}" cannot be written for you: ${reason}.`,
    help,
  };
}

/** The array that a tool should declare, sorted as in a manifest, and its difference from the declared one. */
interface WantedCapabilities extends Pick<CapabilityChange, 'added' | 'removed' | 'kept'> {
  readonly list: readonly string[];
}

/**
 * Computes the capabilities that a tool should declare: those its code uses, or declared ones that imply them. Unknown
 * capabilities stay, and so do all declared ones if part of the code cannot be analysed.
 */
function wantedCapabilities(report: CapabilityReport, written: readonly string[]): WantedCapabilities {
  const open = [...report.capabilities, ...report.maybe].map(({ capability }) => capability);
  const used = withAllImplied(open);
  const unused = written.filter((each) => isKnown(each) && !used.has(each));
  const stays = isCertain(report) ? written.filter((each) => !unused.includes(each)) : written;
  const declared = new DeclaredCapabilities(stays);
  const missing = withoutImplied(report.capabilities).map(({ capability }) => capability);
  const added = sorted(missing.filter((each) => !declared.covers(each)));
  return {
    list: sorted([...stays, ...added]),
    added,
    removed: sorted(written.filter((each) => !stays.includes(each))),
    kept: sorted(unused.filter((each) => stays.includes(each))),
  };
}

function sorted(capabilities: readonly string[]): readonly string[] {
  return [...new Set(capabilities)].sort(compareText);
}
