/** A line, or both ends of one that is too long. */
export interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Bytes kept at each end of a line that is too long. */
const ENDS = 1000;

const NEWLINE = 10;

/** Splits a stream of bytes into lines, and holds at most one line of the allowed size. */
export class LineSplitter {
  readonly #most: number;
  #parts: Buffer[] = [];
  #size = 0;

  /** @param most - Maximum bytes of a line. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The lines that end in a chunk. */
  *split(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, to));
      yield this.#take();
      from = to + 1;
    }
    this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.#most) return;
    const all = Buffer.concat(this.#parts);
    // Copies: a view would keep the whole buffer.
    this.#parts = [Buffer.from(all.subarray(0, ENDS)), Buffer.from(all.subarray(-ENDS))];
  }

  #take(): Line {
    const line = { text: Buffer.concat(this.#parts).toString('utf8'), isWhole: this.#size <= this.#most };
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}
