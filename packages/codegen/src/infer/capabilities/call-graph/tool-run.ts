import { type ast, is } from '../../../source/types/typescript.ts';
import { membersOf } from '../../output/type-facts.ts';
import { decideSpecial } from '../decide/decide-special.ts';
import { declaredName, isAccess, isFunctionNode, shortText, unwrap } from '../../../source/types/syntax.ts';
import { otherCodeOf } from '../read/other-code.ts';
import { WRITTEN_MEMBERS } from '../table/written-members.ts';
import { memberText } from '../table/member-table.ts';
import { answer, isFlagged, isUnknownCall } from './answer.ts';
import { isUnknownCallback } from './unknown-at-load.ts';
import type { Findings } from './findings.ts';
import { initializerEffectsOf } from './initializer-effects.ts';
import type { ProjectCode } from './project-code.ts';
import { hidesContext } from './page-values.ts';
import { isOlderVariable, ownersOf } from './owners.ts';
import { type Change, Reach } from './reach.ts';
import { isOfLibrary } from '../read/symbol-of.ts';

type Node = ast.Node;

/** A limit that ensures termination; real code needs fewer rounds. */
const MOST_ROUNDS = 24;

/** Follows one tool's code from `execute`, and the code of all modules that load with it. */
export class ToolRun {
  readonly #reach: Reach;
  readonly #project: ProjectCode;

  constructor(project: ProjectCode) {
    this.#project = project;
    this.#reach = new Reach(project.code);
  }

  get findings(): Findings {
    return this.#reach.findings;
  }

  /**
   * @param file - The tool's module.
   * @param roots - The possible functions of `execute`, or the expressions that create it.
   */
  run(file: ast.SourceFile, roots: readonly Node[]): void {
    const reach = this.#reach;
    for (const root of roots) {
      reach.start(root);
      if (isFunctionNode(root)) reach.adopt(root);
    }
    reach.load(file, undefined, file);
    this.#settle(roots);
    this.#flagUnknown();
    for (const loaded of reach.files)
      for (const other of otherCodeOf(loaded))
        reach.findings.addFlag('unverifiable', { ...other, unit: loaded });
    this.#decide();
    this.#findChanges();
  }

  #settle(roots: readonly Node[]): void {
    const reach = this.#reach;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#drain();
      const before = reach.progress;
      reach.origins.call.reset();
      reach.origins.load.reset();
      // `execute: withLogging(run)`: the result of the call is called with input and context.
      for (const origin of roots.flatMap((root) => reach.origins.call.of(root)))
        if (isFunctionNode(origin)) reach.adopt(origin);
      // Answers may add to the list.
      for (let index = 0; index < reach.open.length; index++) {
        const each = reach.open[index];
        if (each) answer(reach, each);
      }
      if (reach.progress === before && reach.queue.length === 0) return;
    }
  }

  #drain(): void {
    const { queue } = this.#reach;
    for (let each = queue.shift(); each; each = queue.shift()) {
      const { unit, phase } = each;
      for (const step of this.#project.stepsOf(unit, phase, this.#reach.isExecute(unit)))
        this.#reach.take(step, unit, phase);
      if (queue.length === 0) this.#runInitializers();
    }
  }

  // Statements of modules that change something reachable, or give it a function.
  #runInitializers(): void {
    for (const file of this.#reach.files)
      for (const { statement, targets } of initializerEffectsOf(this.#project, file)) {
        const target = targets.find((each) => this.#reach.isReached(each));
        if (target) this.#reach.enter(statement, target, { node: statement, mode: 'read' }, 'call');
      }
  }

  #flagUnknown(): void {
    const reach = this.#reach;
    for (const fn of reach.executes) {
      const [, context] = isFunctionNode(fn) ? fn.parameters : [];
      if (context && hidesContext(reach.code, context)) reach.markUnverifiable(context, fn);
    }
    for (const { reference, unit } of reach.unresolved)
      if (!(reference.receiver && isFlagged(reach, reference.receiver, 'call')))
        reach.markUnverifiable(reference.node, unit);
    for (const { step, unit, phase } of reach.open)
      if (
        step.kind === 'invoke' &&
        isUnknownCall(reach, step.callee, phase) &&
        !isFlagged(reach, step.callee, phase)
      )
        reach.markUnverifiable(step.callee, unit);
      else if (phase === 'load' && step.kind === 'handOver' && isUnknownCallback(reach, step.value))
        reach.markUnverifiable(step.value, unit);
  }

  #decide(): void {
    const { code, origins, texts, areas, findings, specials } = this.#reach;
    for (const { step, unit, phase } of specials.values()) {
      const { args, node } = step.reference;
      const method = step.special === 'url' && deletes(args?.[1]) ? ' (DELETE)' : '';
      const finding = { node, used: `${memberText(step.member)}${method}`, unit };
      decideSpecial({
        code,
        origins: origins[phase],
        texts: texts[phase],
        areas,
        use: step,
        must: (capability) => findings.addPower(capability, finding),
        may: (capability) => findings.addMaybe(capability, finding),
        flag: () => findings.addFlag('unverifiable', finding),
      });
    }
  }

  // Runs last, because mutated objects are known only once all calls are.
  #findChanges(): void {
    const reach = this.#reach;
    for (const { step, unit, phase } of reach.changes) {
      const { changed, node } = step;
      const isVariable = changed === node;
      const owners = isVariable ? undefined : ownersOf(reach, changed, phase);
      // Writing a member of what is not known to be the author's own object may write to the page.
      if (owners?.has('foreign') && mayWriteToPage(reach, step) && !isFlagged(reach, changed, phase))
        reach.markUnverifiable(node, unit);
      const isOlder = isVariable
        ? isOlderVariable(reach, changed)
        : owners?.has('old') || owners?.has('foreign');
      // What runs while modules load does not outlive anything.
      if (isOlder && phase === 'call' && isFunctionNode(unit))
        this.findings.change ??= { node, used: shortText(node), unit };
    }
  }
}

/** Whether the options of a request are a literal with `method: 'DELETE'`. */
function deletes(options: Node | undefined): boolean {
  const literal = options && unwrap(options);
  return (
    literal !== undefined &&
    is.isObjectLiteralExpression(literal) &&
    literal.properties.some(
      (each) =>
        is.isPropertyAssignment(each) &&
        declaredName(each) === 'method' &&
        /^['"`]DELETE['"`]$/i.test(each.initializer?.getText() ?? ''),
    )
  );
}

// The platform's own members are in the table, what is in a container has its type, and pages have no member of any name.
function mayWriteToPage(reach: Reach, { changed, node }: Change['step']): boolean {
  const isMethod = is.isCallExpression(node.parent) && node.parent.expression === node;
  if (isMethod && unwrap((node as ast.PropertyAccessExpression).expression) === unwrap(changed)) return false;
  const key = isAccess(node) && !isMethod ? reach.code.keyAt(node) : undefined;
  if (key !== undefined && !WRITTEN_MEMBERS.test(key)) return false;
  const type = reach.code.typeAt(changed);
  return !type || !membersOf(type).every((each) => isOfLibrary(each.getSymbol()));
}
