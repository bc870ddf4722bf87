import type { ts } from '../../source/ts.ts';
import { originOf } from './declarations.ts';
import type { Step } from './step.ts';
import { stepsOfMember } from './symbol-steps.ts';

/** Whether a type is that of the page's location. */
export function isLocation(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  return (
    symbol?.name === 'Location' &&
    (symbol.declarations?.some((each) => originOf(each) === 'platform') ?? false)
  );
}

/** What it takes to make a text of a location, which is its address. */
export function textOfLocation(node: ts.Node): readonly Step[] {
  const member = { owner: 'Location', name: 'toString', isStatic: false, isMethod: true };
  return stepsOfMember(member, { node, mode: 'read' });
}
