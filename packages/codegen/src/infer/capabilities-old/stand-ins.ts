import type { ts } from '../../source/ts.ts';
import { enterMember } from './answer-method.ts';
import { findMember } from './find-member.ts';
import { fittingObjects, objectsAt } from './fitting-objects.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';

/** Runs what the author's objects do in place of a library's: `class Cookies implements Storage`, `class Cache extends Map`. */
export function useStandIns(
  run: Run,
  { key, reference, library }: Extract<Step, { kind: 'member' }>,
  receiver: ts.Node,
  unit: ts.Node,
): void {
  if (key === undefined || !run.hasOwnMember(key)) return;
  // A container of the language is what it contains: only an object that has all of its members is the container.
  const objects = library === 'language' ? fittingObjects(run, receiver) : objectsAt(run, receiver);
  for (const object of objects)
    for (const member of findMember(run.checker, object, key, false))
      enterMember(run, member, unit, reference);
}
