import type { DiscoveredTool } from '../../discover/discovered-tool.ts';
import type { SourceProject } from '../../source/source-project.ts';
import { Types } from '../../source/types/types.ts';
import type { CapabilityReport } from './capability-report.ts';
import { CapabilityInference } from './infer-capabilities.ts';

/** The part of a discovered tool that inference looks at. */
export type InferredFrom = Pick<DiscoveredTool, 'definition' | 'file'>;

/** What the tools of a project use of the browser. The checker starts with the first question. */
export class ToolCapabilities {
  readonly #project: SourceProject;
  readonly #files: readonly string[];
  readonly #reports = new Map<InferredFrom['definition'], CapabilityReport>();
  #types: Types | undefined;
  #inference: CapabilityInference | undefined;

  constructor(project: SourceProject, tools: readonly InferredFrom[]) {
    this.#project = project;
    this.#files = [...new Set(tools.map(({ definition }) => definition.getSourceFile().fileName))];
  }

  /** What one tool uses. */
  of({ definition }: InferredFrom): CapabilityReport {
    const known = this.#reports.get(definition);
    if (known) return known;
    const file = definition.getSourceFile();
    const report = this.#start().of({
      file: file.fileName,
      start: definition.getStart(file),
      end: definition.getEnd(),
    });
    this.#reports.set(definition, report);
    return report;
  }

  /** Ends the checker. The author's files that were looked into become part of the project. */
  close(): void {
    for (const path of this.#inference?.readFiles() ?? []) this.#project.file(path);
    this.#types?.close();
    this.#types = undefined;
    this.#inference = undefined;
  }

  #start(): CapabilityInference {
    const { root, tsconfig } = this.#project;
    this.#types ??= new Types({ root, tsconfig, files: this.#files });
    return (this.#inference ??= new CapabilityInference(this.#types, root));
  }
}
