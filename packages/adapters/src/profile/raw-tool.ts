/** An unchecked JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A presumed tool in a document, and its place. */
export interface RawTool {
  /** A JSON pointer into the document. */
  readonly path: string;
  readonly value: unknown;
}

/** A tool that could not be imported, and why. */
export interface RefusedImport {
  /** A JSON pointer into the document. */
  readonly path: string;
  /** Its name, if any. */
  readonly name?: string;
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}

/** Aborts the import of one tool. */
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
