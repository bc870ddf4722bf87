/** Part of a document cannot be imported: why, and what to do. Ends the import of one tool. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}
