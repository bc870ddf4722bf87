import { inPlaceChildren } from './children.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';

/** The index of a definition that refers back to itself without going deeper into the value; it would never end. */
export function findEndlessReference(program: LinkedProgram): number | undefined {
  const state = new Map<LinkedNode, 'open' | 'done'>();
  let endless: number | undefined;
  const visit = (schema: LinkedSchema): boolean => {
    if (typeof schema === 'boolean' || state.get(schema) === 'done') return false;
    if (state.get(schema) === 'open') return true;
    state.set(schema, 'open');
    const { ref } = schema;
    const referred = ref !== undefined && visit(program.definitions[ref] ?? true);
    if (referred) endless ??= ref;
    const found = referred || inPlaceChildren(schema).some(visit);
    state.set(schema, 'done');
    return found;
  };
  program.definitions.some(visit);
  return endless;
}
