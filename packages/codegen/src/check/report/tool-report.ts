import type { Diagnostic, UnplacedDiagnostic } from '@btcp/core';
import type { CheckContext, CheckedTool } from '../checked-tool.ts';
import { discoverTools } from '../../discover/discover-tools.ts';
import { pointerOfAlias } from '../aliases.ts';
import { inLibrary } from './in-library.ts';
import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import { locate } from '../../source/locate.ts';
import { type Position, positionOf } from '../../source/position.ts';
import type { SourceProject } from '../../source/source-project.ts';

/** A tool to report about. */
type ReportedTool = Pick<DiscoveredTool, 'definition' | 'nameNode'> & {
  readonly name: string;
  readonly alias?: unknown;
  readonly definitionValue?: { readonly library?: string };
};

/** Collects the diagnostics of one tool, each located in the source. */
export class ToolReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #tool: ReportedTool;

  constructor(project: SourceProject, tool: ReportedTool) {
    this.#project = project;
    this.#tool = tool;
  }

  /** Adds an error; its path points into the definition, and is empty for the tool as a whole. */
  error(error: Omit<UnplacedDiagnostic, 'severity'>): void {
    this.add({ severity: 'error', ...error });
  }

  add({ path, ...diagnostic }: UnplacedDiagnostic): void {
    this.addAt(path, diagnostic);
  }

  /** @param at - A source position, or a JSON pointer into the definition. */
  addAt(at: Position | string, diagnostic: Omit<UnplacedDiagnostic, 'path'>): void {
    const { id, severity, message, help, data } = diagnostic;
    const place = typeof at === 'string' ? this.#placeAt(at) : at;
    this.diagnostics.push({
      id,
      severity,
      tool: this.#tool.name,
      ...place,
      message,
      help: help && inLibrary(help, this.#tool.definitionValue?.library),
      ...(data && { data }),
    });
  }

  #placeAt(path: string): Position {
    const node = this.#nodeAt(path);
    const { definition, nameNode } = this.#tool;
    return positionOf(this.#project, node === definition ? nameNode : node);
  }

  #nodeAt(path: string): ReturnType<typeof locate> {
    const { definition, alias, name } = this.#tool;
    if (alias !== undefined) return locate(definition, pointerOfAlias(name, path), this.#project);
    // A derived output schema is located at the code it is derived from.
    const isDerived = path.startsWith('/outputSchema') && locate(definition, '/outputSchema') === definition;
    return locate(definition, isDerived ? '/execute' : path, this.#project);
  }
}

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
