import { is } from '../../../source/types/typescript.ts';
import type { ast } from '../../../source/types/typescript.ts';
import { isAccess, keyOf, outermost } from '../../../source/types/syntax.ts';
import type { MemberUse, Power, Special } from '../table/member-rule.ts';
import { memberText, type PlatformMember, useOfMember } from '../table/member-table.ts';
import type { Reference, Step } from './step.ts';

const UNDECIDED: MemberUse = { read: ['!undecided'], write: ['!undecided'] };

/** The steps of using a platform member. */
export function useMember(member: PlatformMember, reference: Reference): readonly Step[] {
  const { mode, node } = reference;
  if (isOnlyNamed(member, reference)) return [];
  const use = useOfMember(member) ?? UNDECIDED;
  const isRead = mode !== 'write';
  const isWritten = mode === 'write' || mode === 'both';
  if (use.special === 'handle') return handleSteps(member, reference, use.write ?? []);
  const powers = [...((isRead && use.read) || []), ...((isWritten && use.write) || [])];
  const steps: Step[] = powers.length > 0 ? [{ kind: 'powers', node, used: memberText(member), powers }] : [];
  if (!use.special) return steps;
  const isConditional = use.special === 'eventTarget';
  // An address matters where it is assigned, a function unless it is replaced.
  const applies = ASSIGNED.has(use.special) ? isWritten : isRead || EITHER.has(use.special);
  if (!applies) return steps;
  return [...(isConditional ? [] : steps), { kind: 'special', special: use.special, member, reference }];
}

function isOnlyNamed({ isMethod, name }: PlatformMember, { args, mode, node }: Reference): boolean {
  if (mode === 'test') return isMethod || name === 'new';
  return name === 'new' && !args && (mode !== 'read' || isHarmlessMention(node));
}

// Passing a storage on exposes its items, and passing a location on its address.
function handleSteps(
  member: PlatformMember,
  reference: Reference,
  written: readonly Power[],
): readonly Step[] {
  const { mode, node } = reference;
  if (mode === 'test') return [];
  return mode === 'write'
    ? [{ kind: 'powers', node, used: memberText(member), powers: written }]
    : [{ kind: 'special', special: isReceiver(node) ? 'handle' : 'held', member, reference }];
}

// `localStorage.length` or `const { origin } = location`: only the member counts.
function isReceiver(node: ast.Node): boolean {
  const value = outermost(node);
  const { parent } = value;
  if (isAccess(parent)) return parent.expression === value && keyOf(parent) !== 'hasOwnProperty';
  return (
    is.isVariableDeclaration(parent) &&
    is.isObjectBindingPattern(parent.name) &&
    !parent.name.elements.some(({ dotDotDotToken }) => dotDotDotToken)
  );
}

const EITHER: ReadonlySet<Special> = new Set(['area', 'css', 'link']);
const ASSIGNED: ReadonlySet<Special> = new Set(['urlAssigned', 'urlOfAttr', 'code', 'scriptText', 'html']);

// The receiver of a member access is not a use yet; elsewhere, the object may be constructed.
function isHarmlessMention(node: ast.Node): boolean {
  const { parent } = node;
  if (isAccess(parent)) return parent.expression === node;
  return is.isBinaryExpression(parent) && parent.operatorToken.getText() !== '=';
}
