/** A JSON object whose members nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What is taken for a tool in a document, and where it stands. */
export interface RawTool {
  /** A JSON pointer into the document. */
  readonly path: string;
  readonly value: unknown;
}

/** A tool that could not be imported, and why; the others are. */
export interface RefusedImport {
  /** A JSON pointer into the document. */
  readonly path: string;
  /** Its name, where it has one. */
  readonly name?: string;
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}

/** Ends the import of one tool. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** A JSON pointer into the tool. */
  readonly path: string;
  readonly help: string;

  constructor(path: string, message: string, help: string) {
    super(message);
    this.path = path;
    this.help = help;
  }
}
