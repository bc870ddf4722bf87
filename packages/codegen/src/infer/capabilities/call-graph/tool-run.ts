import type { ast } from '../../../source/types/typescript.ts';
import { decideSpecial } from '../decide/decide-special.ts';
import type { Code } from '../read/code.ts';
import { isFunctionNode, shortText } from '../read/syntax.ts';
import { memberText } from '../table/member-table.ts';
import { answer } from './answer.ts';
import { initializerEffectsOf, modulesRunBy } from './initializer-effects.ts';
import type { Findings } from './findings.ts';
import { Run } from './run.ts';
import { outlivesCall } from './state.ts';
import type { Step } from './step.ts';

type Node = ast.Node;

/** More rounds than these never happened; they end what would not end by itself. */
const MOST_ROUNDS = 24;

/** Follows one tool's code from `execute` through every unit that it runs. */
export class ToolRun {
  readonly #run: Run;
  readonly #stepsOf: (unit: Node) => readonly Step[];
  readonly #files = new Set<ast.SourceFile>();

  constructor(code: Code, stepsOf: (unit: Node) => readonly Step[]) {
    this.#run = new Run(code);
    this.#stepsOf = stepsOf;
  }

  get findings(): Findings {
    return this.#run.findings;
  }

  /** @param roots - The functions that `execute` is, or the expressions that make it. */
  run(roots: readonly Node[]): void {
    const run = this.#run;
    for (const root of roots) {
      run.findings.enter(root, undefined, root);
      run.queue.push(root);
      if (isFunctionNode(root)) run.adopt(root);
    }
    for (const phase of ['follow', 'flag'] as const) {
      run.phase = phase;
      this.#settle(roots);
    }
    this.#decide();
    this.#findChange();
  }

  #settle(roots: readonly Node[]): void {
    const run = this.#run;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#drain();
      const before = run.progress;
      run.origins.reset();
      // `execute: withLogging(run)`: what the call gives is what is called with input and context.
      for (const origin of roots.flatMap((root) => run.origins.of(root)))
        if (isFunctionNode(origin)) run.adopt(origin);
      // What is answered may add to the list.
      for (let index = 0; index < run.open.length; index++) {
        const each = run.open[index];
        if (each) answer(run, each);
      }
      if (run.progress === before && run.queue.length === 0) return;
    }
  }

  #drain(): void {
    const { queue } = this.#run;
    for (let unit = queue.shift(); unit; unit = queue.shift()) {
      this.#addFile(unit.getSourceFile());
      for (const step of this.#stepsOf(unit)) this.#run.take(step, unit);
      if (queue.length === 0) this.#runInitializers();
    }
  }

  #addFile(file: ast.SourceFile): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    for (const module of modulesRunBy(this.#run.code, file)) this.#addFile(module);
  }

  // What the modules of the run hand to what it uses, when they are loaded.
  #runInitializers(): void {
    for (const file of this.#files)
      for (const { statement, targets } of initializerEffectsOf(this.#run.code, file)) {
        const target = targets.find((each) => this.findings.arrivals.has(each));
        if (target) this.#run.enter(statement, target, { node: statement, mode: 'read' });
      }
  }

  #decide(): void {
    const { code, origins, texts, areas, findings, specials } = this.#run;
    const all = [...specials.values()];
    const indirect = new Set(all.filter(({ isIndirect }) => isIndirect).map(({ step }) => step.special));
    for (const { step, unit, isIndirect } of all) {
      const { args, mode, node } = step.reference;
      // A function that is passed on is decided where its value is called.
      const isPassedOn =
        !args && !isIndirect && mode !== 'write' && (step.member.isMethod || step.member.name === 'new');
      if (isPassedOn && indirect.has(step.special)) continue;
      const finding = { node, used: memberText(step.member), unit };
      decideSpecial({
        code,
        origins,
        texts,
        areas,
        use: step,
        must: (capability) => findings.addPower(capability, finding),
        may: (capability) => findings.addMaybe(capability, finding),
        flag: () => findings.addFlag('unverifiable', finding),
      });
    }
  }

  // Only once all calls are known, it is known whose objects are changed.
  #findChange(): void {
    const found = this.#run.changes.find((each) => outlivesCall(this.#run, each));
    if (!found) return;
    const { node } = found.step;
    this.findings.change = { node, used: shortText(node), unit: found.unit };
  }
}
