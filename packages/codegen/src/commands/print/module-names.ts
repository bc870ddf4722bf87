import { TypeNames, pascalCase } from '../../print/type-names.ts';

/** Names that no variable of a module may have, and `then`: a module that exports it cannot be awaited. */
const RESERVED = `
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined var void while with yield NaN Infinity then
  Type Static defineTool BTCPError callApi
`
  .trim()
  .split(/\s+/);

/** Assigns the names of a module's variables, each once. */
export class ModuleNames {
  readonly #names: TypeNames;

  /** @param tools - The names of the tools, which are reserved first. */
  constructor(tools: readonly string[]) {
    this.#names = new TypeNames([...RESERVED, ...tools]);
  }

  /** Returns the export name of a tool: its own, unless that is reserved. */
  ofTool(name: string): string {
    return RESERVED.includes(name) ? this.#names.take(`${name}Tool`) : name;
  }

  /** Assigns a name to the constant of a definition. */
  ofDefinition(key: string): string {
    return this.#names.take(pascalCase(key));
  }
}
