/** A module with a tool for which build and import must agree. */
export interface ImportCase {
  /** The tool's file, and the tool that is added to it. */
  readonly name: string;
  /** Code before the tool. */
  readonly source: string;
  /** The tool's input schema. Default: `A`. */
  readonly schema?: string;
  /** Modules beside it: `../lib/<name>.ts`. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Code after the tool. */
  readonly after?: string;
}

export const TYPE = `import { Type } from '@sinclair/typebox';\n`;
export const A = `const A: any = Type.Object({ x: Type.String() });\n`;
export const B = `const B: any = Type.Object({ y: Type.String() });\n`;
export const MARK = `function mark(s: any) { s.title = 'm'; }\n`;
export const SHARED: string = `${TYPE}export ${A}`;

/** A case with only code before the tool. */
export const before = (name: string, source: string): ImportCase => ({ name, source });
