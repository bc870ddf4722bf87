import { TypeNames, pascalCase } from '../../emit/client/type-names.ts';

/** Words that no variable of a module may be called by, and `then`: a module that exports it cannot be awaited. */
const RESERVED = `
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined var void while with yield NaN Infinity then
  Type Static defineTool BTCPError
`
  .trim()
  .split(/\s+/);

/** The names of a module's variables, each given once. */
export class ModuleNames {
  readonly #names: TypeNames;

  /** @param tools - The names of the tools, which have the first choice. */
  constructor(tools: readonly string[]) {
    this.#names = new TypeNames([...RESERVED, ...tools]);
  }

  /** The name under which a tool is exported: its own, unless it is a reserved word. */
  ofTool(name: string): string {
    return RESERVED.includes(name) ? this.#names.take(`${name}Tool`) : name;
  }

  /** A name for the constant that holds a definition. */
  ofDefinition(key: string): string {
    return this.#names.take(pascalCase(key));
  }
}
