import type { ts } from '../source/ts.ts';

/** A tool as found in the source, before evaluation. */
export interface DiscoveredTool {
  /** Absolute path. */
  readonly file: string;
  /** The name it is exported under; `default` for a default export. */
  readonly exportName: string;
  /** Its local binding, if it has one. */
  readonly localName: string | undefined;
  /** The tool's name if its definition has none. */
  readonly defaultName: string;
  readonly call: ts.CallExpression;
  /** The node that diagnostics about the whole tool point to: its declared name, or `defineTool`. */
  readonly nameNode: ts.Node;
  /** Its argument. */
  readonly definition: ts.Expression;
  /** The top-level statement that the call is in. */
  readonly statement: ts.Statement;
  readonly doc: ToolDoc;
}

export interface ToolDoc {
  readonly description?: string;
  readonly deprecated?: true;
  readonly deprecationMessage?: string;
}
