import type { ts } from '../source/ts.ts';

/** A tool as its source shows it, before anything is evaluated. */
export interface DiscoveredTool {
  /** Absolute path. */
  readonly file: string;
  /** The name it is exported under; `default` for a default export. */
  readonly exportName: string;
  /** The local binding that holds it, if it has one. */
  readonly localName: string | undefined;
  /** The name a tool has when its definition gives none. */
  readonly defaultName: string;
  /** The `defineTool(...)` call. */
  readonly call: ts.CallExpression;
  /** What stands for the tool as a whole: the name it is declared under, or `defineTool`. */
  readonly nameNode: ts.Node;
  /** Its argument. */
  readonly definition: ts.Expression;
  /** The top-level statement that the call is in. */
  readonly statement: ts.Statement;
  readonly doc: ToolDoc;
}

/** What a tool's JSDoc says. */
export interface ToolDoc {
  readonly description?: string;
  readonly deprecated?: true;
  readonly deprecationMessage?: string;
}
