import type { ExportProfile } from './export-profile.ts';
import type { FormatCalls } from './format-calls.ts';
import type { ImportProfile } from './import-profile.ts';

/** How a host runs a tool as a program, which reads its input from standard input. */
export interface ProgramForm {
  /** What the program's file is called: the tool's name, with `-` for `_`, and this. */
  readonly suffix: string;
  /** The argument with which the program prints the exported tool. */
  readonly describe: string;
}

/** How a provider's models are asked by the AI SDK, with the tools of an export. */
export interface AskedModels {
  /** What the AI SDK calls the provider: `google` of `@ai-sdk/google`. */
  readonly provider: string;
  /** What that package exports, which makes a model. */
  readonly create: string;
  /** The model by default. */
  readonly model: string;
  /** A pointer to the parts of an answer. */
  readonly parts: string;
  /** The field by which a part is a call, and its value; without a value, any. */
  readonly call: readonly [field: string, value?: string];
}

export interface Exports<Tool, ToolSearch = never> {
  readonly export: ExportProfile;
  /** Whether the cost of its tools is measured where a project names no targets. */
  readonly isMeasured?: true;
  /** How its hosts run each tool as a program. Default: they don't. */
  readonly program?: ProgramForm;
  readonly models?: AskedModels;
  /** An element of its request's array of tools: nothing but a type. */
  readonly tool?: Tool;
  /** The provider's tool that finds others: nothing but a type. */
  readonly toolSearch?: ToolSearch;
}

export interface Imports {
  readonly import: ImportProfile;
}

export interface Calls<Result> {
  readonly calls: FormatCalls<Result>;
}
