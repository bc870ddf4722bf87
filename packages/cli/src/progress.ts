import type { BuildStage } from '@btcp/codegen';
import type { CliIo } from './io.ts';

const QUIET_FOR = 1000;
/** Of so many, one is shown. */
const EACH = 100;

/** Shows on a terminal what is being done, once it has taken longer than a second. */
export class Progress {
  readonly #io: CliIo;
  readonly #started: number = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #shown = false;
  #text = '';

  constructor(io: CliIo) {
    this.#io = io;
  }

  /** Sets what is being done. */
  show(text: string): void {
    if (!this.#io.isTerminal) return;
    this.#text = text;
    clearTimeout(this.#timer);
    const wait = QUIET_FOR - (Date.now() - this.#started);
    if (wait <= 0) this.#draw();
    else this.#timer = setTimeout(() => this.#draw(), wait).unref();
  }

  /** Sets of what there are many, and how many of them are done. */
  count(text: string, done: number, total: number): void {
    if (done % EACH === 0) this.show(`${text}: ${done} of ${total} …`);
  }

  /** The environment of the command, whose output clears the line first. */
  get io(): CliIo {
    const cleared =
      (write: (text: string) => void) =>
      (text: string): void => {
        if (text !== '') this.end();
        write(text);
      };
    return { ...this.#io, stdout: cleared(this.#io.stdout), stderr: cleared(this.#io.stderr) };
  }

  /** Clears the line. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#shown) this.#io.clearLine?.();
    this.#shown = false;
  }

  #draw(): void {
    this.#shown = true;
    this.#io.clearLine?.();
    this.#io.stderr(this.#text);
  }
}

/** The progress that each stage shows. */
export const STAGES: Readonly<Record<BuildStage, string>> = {
  discover: 'Finding tools …',
  evaluate: 'Reading schemas …',
  infer: 'Deriving output schemas …',
  check: 'Checking …',
  run: 'Running examples …',
  emit: 'Compiling validators …',
  write: 'Writing …',
};
