import { DOM_READING_METHODS, DOM_WRITING_METHODS, MEMBER_GROUPS } from './member-groups.ts';
import { MEMBER_RULES } from './member-rules.ts';
import type { MemberGroup } from './member-groups.ts';
import type { MemberUse } from './member-rule.ts';

/** A member of TypeScript's library `dom`, by where it is declared. */
export interface PlatformMember {
  /** The interface or global; `Window` for globals. */
  readonly owner: string;
  /** Its name; `new` for constructors, `[index]` for an index signature. */
  readonly name: string;
  readonly isStatic: boolean;
  readonly isMethod: boolean;
}

/** A member as its rules and messages name it, for example `Document.title` or `Notification::new`. */
export function memberText({ owner, name, isStatic }: PlatformMember): string {
  return `${owner}${isStatic ? '::' : '.'}${name}`;
}

/** What a member needs, or undefined if no rule matches. */
export function useOfMember(member: PlatformMember): MemberUse | undefined {
  const owner = canonicalOwner(member.owner);
  const key = `${memberText({ ...member, owner })}${member.isMethod ? '()' : ''}`;
  if (!decided.has(key)) decided.set(key, decide({ ...member, owner }));
  return decided.get(key);
}

/** Interfaces of the neutral group whose members need a capability all the same. */
const ACCESSIBLE = /^(?:Clipboard|Geolocation|IDB(?!.*Event)\w+|EventTarget|\w*Event)$/;

/** Whether objects of an interface give access to the page, its storages or its devices. */
export function givesAccess(owner: string): boolean {
  if (isInGroup(owner, 'data')) return false;
  return !isInGroup(owner, 'neutral') || ACCESSIBLE.test(owner);
}

/** Whether an interface belongs to a group. */
function isInGroup(owner: string, group: MemberGroup): boolean {
  return groups[group].test(owner);
}

const decided = new Map<string, MemberUse | undefined>();

const groups: Readonly<Record<MemberGroup, RegExp>> = {
  dom: pattern(MEMBER_GROUPS.dom),
  neutral: pattern(MEMBER_GROUPS.neutral),
  data: pattern(MEMBER_GROUPS.data),
};
const writing = pattern(DOM_WRITING_METHODS);
const reading = pattern(DOM_READING_METHODS);
const rules = MEMBER_RULES.map(([text, use]) => ({ group: groupIn(text), test: pattern(text), use }));

function decide(member: PlatformMember): MemberUse | undefined {
  const text = memberText(member);
  const rule = rules.find(({ group, test }) =>
    group
      ? isInGroup(member.owner, group) && test.test(`@${group}${text.slice(member.owner.length)}`)
      : test.test(text),
  );
  if (isInGroup(member.owner, 'dom') && !member.isStatic) return rule?.use ?? decideDom(member);
  return rule?.use;
}

// Properties of the page are read or written, but each method needs a rule.
function decideDom({ name, isMethod }: PlatformMember): MemberUse | undefined {
  if (!isMethod) return { read: ['dom:read'], write: ['dom:write'] };
  if (reading.test(name)) return { read: ['dom:read'], write: ['dom:write'] };
  return writing.test(name) ? { read: ['dom:write'], write: ['dom:write'] } : undefined;
}

// Mixins of other interfaces.
function canonicalOwner(owner: string): string {
  if (/^(WindowOrWorkerGlobalScope|Window(Local|Session)Storage|AnimationFrameProvider)$/.test(owner))
    return 'Window';
  return /^Navigator(?!Login)/.test(owner) ? 'Navigator' : owner;
}

function groupIn(text: string): MemberGroup | undefined {
  const name = /^@([a-z]+)/.exec(text)?.[1];
  return name === 'dom' || name === 'neutral' || name === 'data' ? name : undefined;
}

/** Escapes dots, and expands `*`. */
function pattern(text: string): RegExp {
  const source = text.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
  return new RegExp(`^(?:${source})$`);
}
