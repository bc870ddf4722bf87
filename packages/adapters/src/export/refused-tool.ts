/** A tool that was left out. */
export interface RefusedTool {
  /** Its name, or its place in the list where it has none: "#3". */
  readonly tool: string;
  /** Why, in one sentence, and where. */
  readonly reason: string;
  /** A JSON pointer into the input schema; of another field, into the tool. */
  readonly path: string;
  readonly keyword?: string;
}
