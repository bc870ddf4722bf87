import type { Diagnostic } from '@btcp/core';
import type { InferredTool } from '../infer/infer-tool.ts';
import { locate } from '../source/locate.ts';
import { positionOf } from '../source/position.ts';
import type { SourceProject } from '../source/source-project.ts';

/** What is wrong, and the way out. */
export type Problem = Pick<Diagnostic, 'message' | 'help'>;

/** Collects what is wrong with one tool, each at its place in the source. */
export class ToolReport {
  readonly diagnostics: Diagnostic[] = [];
  readonly #project: SourceProject;
  readonly #tool: InferredTool;

  constructor(project: SourceProject, tool: InferredTool) {
    this.#project = project;
    this.#tool = tool;
  }

  get hasErrors(): boolean {
    return this.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  }

  /** @param path - A JSON pointer into the definition; empty for the tool as a whole. */
  error(id: string, path: string, problem: Problem): void {
    this.add({ id, path, severity: 'error', ...problem });
  }

  add({
    id,
    path,
    severity,
    message,
    help,
  }: Problem & Pick<Diagnostic, 'id' | 'severity'> & { readonly path: string }): void {
    const { definition, nameNode, name } = this.#tool;
    const node = locate(definition, path);
    const place = positionOf(this.#project, node === definition ? nameNode : node);
    this.diagnostics.push({ id, severity, tool: name, ...place, message, help });
  }
}
