import { KEYWORDS } from '../keywords.ts';
import { isObject } from '../own-property.ts';
import { memberOf, type Reference } from './schema-place.ts';
import type { SchemaIssue } from '../schema-issue.ts';
import { listSubschemas } from '../walk-schema.ts';

interface Step {
  readonly next: object;
  /** The reference that leads there; `undefined` for a subschema. */
  readonly reference?: Reference;
}

interface Frame {
  readonly node: object;
  /** What is still to be followed from there. */
  readonly steps: Step[];
  readonly via: Reference | undefined;
}

/**
 * Finds references that are circular without descending into the value: checking any value against such a schema would
 * never end.
 */
export function findRefCycles(references: readonly Reference[]): SchemaIssue[] {
  const byNode = groupByNode(references);
  const issues: SchemaIssue[] = [];
  const done = new Set<object>();
  for (const { node } of references) issues.push(...followFrom(node, byNode, done));
  return issues;
}

function followFrom(start: object, byNode: ReferencesByNode, done: Set<object>): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const onTheWay = new Set<object>([start]);
  // An explicit stack: a chain of references may be longer than the call stack is deep.
  const stack: Frame[] = [{ node: start, steps: stepsFrom(start, byNode), via: undefined }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.steps.pop();
    if (step === undefined) {
      done.add(top.node);
      onTheWay.delete(top.node);
      stack.pop();
    } else if (onTheWay.has(step.next)) {
      // Subschemas alone form no cycle, so the last reference on the path is part of it.
      const last = step.reference ?? stack.findLast(({ via }) => via !== undefined)?.via;
      if (last !== undefined) issues.push(describeCycle(last));
    } else if (!done.has(step.next)) {
      onTheWay.add(step.next);
      stack.push({ node: step.next, steps: stepsFrom(step.next, byNode), via: step.reference });
    }
  }
  return issues;
}

function stepsFrom(node: object, byNode: ReferencesByNode): Step[] {
  const steps: Step[] = [];
  for (const reference of byNode.get(node) ?? []) {
    const next = memberOf(reference.target);
    if (isObject(next)) steps.push({ next, reference });
  }
  if (isObject(node)) {
    for (const { keyword, schema } of listSubschemas(node)) {
      if (KEYWORDS.get(keyword)?.role === 'in-place' && isObject(schema)) steps.push({ next: schema });
    }
  }
  return steps;
}

type ReferencesByNode = ReadonlyMap<object, readonly Reference[]>;

function groupByNode(references: readonly Reference[]): ReferencesByNode {
  const groups = new Map<object, Reference[]>();
  for (const reference of references) {
    const group = groups.get(reference.node);
    if (group === undefined) groups.set(reference.node, [reference]);
    else group.push(reference);
  }
  return groups;
}

function describeCycle({ path, keyword }: Reference): SchemaIssue {
  const message = 'The reference leads back to itself, so checking a value would never end.';
  return { path, keyword, message, help: 'Put the recursion below a property or an array item.' };
}
