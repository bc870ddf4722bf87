import type { ast } from '../../../source/types/typescript.ts';
import { decideSpecial } from '../decide/decide-special.ts';
import type { Code } from '../read/code.ts';
import { isFunctionNode, shortText } from '../read/syntax.ts';
import { memberText } from '../table/member-table.ts';
import { answer } from './answer.ts';
import { initializerEffectsOf, modulesRunBy } from './initializer-effects.ts';
import type { Findings } from './findings.ts';
import { replacementsIn } from './replacements.ts';
import { Run } from './run.ts';
import { outlivesCall } from './state.ts';
import type { Step } from './step.ts';

type Node = ast.Node;

/** A limit that ensures termination; real code needs fewer rounds. */
const MOST_ROUNDS = 24;

/** Follows one tool's code from `execute` through every reachable unit. */
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

  /** @param roots - The possible functions of `execute`, or the expressions that create it. */
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
      // `execute: withLogging(run)`: the result of the call is called with input and context.
      for (const origin of roots.flatMap((root) => run.origins.of(root)))
        if (isFunctionNode(origin)) run.adopt(origin);
      // Answers may add to the list.
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
      this.#addFile(unit.getSourceFile(), unit);
      for (const step of this.#stepsOf(unit)) this.#run.take(step, unit);
      if (queue.length === 0) this.#runInitializers();
    }
  }

  #addFile(file: ast.SourceFile, unit: Node): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    for (const node of replacementsIn(this.#run.code, file))
      this.#run.enter(node, unit, { node, mode: 'read' });
    for (const module of modulesRunBy(this.#run.code, file)) this.#addFile(module, unit);
  }

  // Follows initializer side effects that change something reachable.
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
      // A function passed as a value is decided where it is called.
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

  // Runs last, because mutated objects are known only once all calls are.
  #findChange(): void {
    const found = this.#run.changes.find((each) => outlivesCall(this.#run, each));
    if (!found) return;
    const { node } = found.step;
    this.findings.change = { node, used: shortText(node), unit: found.unit };
  }
}
