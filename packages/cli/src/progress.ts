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

  begin(stage: BuildStage): void {
    if (stage === 'load') optimizeLater();
    this.show(STAGES[stage]);
  }

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

const STAGES: Readonly<Record<BuildStage, string>> = {
  load: 'Loading the compilers …',
  discover: 'Finding tools …',
  evaluate: 'Reading schemas …',
  infer: 'Deriving output schemas …',
  check: 'Checking …',
  run: 'Running examples …',
  emit: 'Compiling validators …',
  write: 'Writing …',
};

/**
 * Lets V8 of Node 20 wait nine times as long as its default before it optimises what a build then runs only briefly: that
 * takes a tenth of the processor time. Later versions have a cheaper compiler for this, and not this flag.
 */
export function optimizeLater(): void {
  // An import of it would load it for commands that need none, which takes a quarter of the time of `--help`.
  if (process.versions.v8.startsWith('11.'))
    process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=600000');
}
