import { type ast, is } from '../../../source/types/typescript.ts';
import { membersOf } from '../../output/type-facts.ts';
import { decideSpecial } from '../decide/decide-special.ts';
import {
  declaredName,
  isAccess,
  isFunctionNode,
  keyOf,
  shortText,
  unwrap,
} from '../../../source/types/syntax.ts';
import { otherCodeOf } from '../read/other-code.ts';
import { isOfLibrary } from '../read/symbol-of.ts';
import { WRITTEN_MEMBERS } from '../table/written-members.ts';
import { memberText } from '../table/member-table.ts';
import { Texts } from '../values/texts.ts';
import type { Findings } from './findings.ts';
import { isOlderVariable, ownersOf } from './owners.ts';
import { hidesContext } from './page-values.ts';
import { type Change, Reach } from './reach.ts';
import type { Units } from './units.ts';
import type { SpecialUse, Taken } from './step.ts';

type Node = ast.Node;

/** The findings of a tool's code: from its functions, and from the modules that load with it. */
export function findingsOf(units: Units, file: ast.SourceFile, roots: readonly Node[]): Findings {
  const reach = new Reach(units);
  const { executes } = reach.calls;
  for (const root of roots) if (isFunctionNode(root)) executes.add(root);
  reach.run(roots, file);
  // `execute: withLogging(run)`: the result of the call is called with input and context.
  for (const origin of roots.flatMap((root) => reach.origins.call.of(root)))
    if (isFunctionNode(origin)) executes.add(origin);
  flagUnknown(reach);
  for (const taken of reach.specials) decide(reach, taken);
  for (const taken of reach.changes) judgeChange(reach, taken);
  return reach.findings;
}

function flagUnknown(reach: Reach): void {
  for (const fn of reach.calls.executes) {
    const [, context] = isFunctionNode(fn) ? fn.parameters : [];
    if (context && hidesContext(reach.code, context)) reach.markUnverifiable(context, fn);
  }
  reach.flagUnresolved();
  for (const loaded of reach.files)
    for (const other of otherCodeOf(loaded))
      reach.findings.addFlag('unverifiable', { ...other, unit: loaded });
}

function decide({ code, origins, areas, findings }: Reach, { step, unit, lane }: Taken<SpecialUse>): void {
  const { args, node } = step.reference;
  const method = step.special === 'url' && deletes(args?.[1]) ? ' (DELETE)' : '';
  const finding = { node, used: `${memberText(step.member)}${method}`, unit };
  decideSpecial({
    code,
    origins: origins[lane],
    texts: new Texts(code, origins[lane]),
    areas,
    use: step,
    must: (capability) => findings.addPower(capability, finding),
    may: (capability) => findings.addMaybe(capability, finding),
    flag: () => findings.addFlag('unverifiable', finding),
  });
}

function judgeChange(reach: Reach, { step, unit, lane }: Taken<Change>): void {
  const { changed, node } = step;
  const isVariable = changed === node;
  const owners = isVariable ? undefined : ownersOf(reach, changed, lane);
  // Writing a member of what is not known to be the author's own object may write to the page.
  if (owners?.has('foreign') && mayWriteToPage(reach, step)) reach.markUnverifiable(node, unit);
  const isOlder = isVariable ? isOlderVariable(reach, changed) : owners?.has('old') || owners?.has('foreign');
  // What runs while modules load does not outlive anything.
  if (isOlder && lane === 'call' && isFunctionNode(unit))
    reach.findings.change ??= { node, used: shortText(node), unit };
}

// The platform's own members are in the table, what is in a container has its type, and pages have no member of any name.
function mayWriteToPage({ code }: Reach, { changed, node }: Change): boolean {
  const isMethod = is.isCallExpression(node.parent) && node.parent.expression === node;
  if (isMethod && unwrap((node as ast.PropertyAccessExpression).expression) === unwrap(changed)) return false;
  const key = isAccess(node) && !isMethod ? keyOf(node) : undefined;
  if (key !== undefined && !WRITTEN_MEMBERS.test(key)) return false;
  const type = code.typeAt(changed);
  return !type || !membersOf(type).every((each) => isOfLibrary(each.getSymbol()));
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
