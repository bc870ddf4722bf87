import type { JsonSchemaObject } from '@btcp/core';
import {
  isObject,
  joinPointer,
  parsePointer,
  pointerToFragment,
  setOwn,
  walkSchema,
  type MutableObject,
} from '@btcp/schema';
import { copyOf } from './inline-definitions.ts';

/** Each round makes one definition; a schema that has room for more repeats itself beyond use. */
const MOST_ROUNDS = 50;

/** Equal schemas below one root. */
interface Repeat {
  /** After the property of the first one. */
  readonly name: string;
  readonly nodes: readonly MutableObject[];
  /** Characters that the definition would save. */
  readonly saved: number;
}

/** A copy of a schema in which what repeats is a definition, wherever that is shorter: the largest saving first. */
export function hoistRepeats(root: JsonSchemaObject): MutableObject {
  const copy = copyOf(root);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const definitions = (isObject(copy['$defs']) ? copy['$defs'] : {}) as MutableObject;
    const best = findBest(copy, definitions);
    if (best === undefined) break;
    setOwn(definitions, best.name, copyOf(best.nodes[0] ?? {}));
    for (const node of best.nodes) {
      for (const keyword of Object.keys(node)) delete node[keyword];
      node['$ref'] = refTo(best.name);
    }
    copy['$defs'] = definitions;
  }
  return copy;
}

function findBest(root: MutableObject, definitions: MutableObject): Repeat | undefined {
  const byText = new Map<string, { readonly pointer: string; readonly nodes: MutableObject[] }>();
  walkSchema(root, (node, pointer) => {
    if (!isObject(node) || pointer === '' || Object.hasOwn(node, '$ref')) return;
    const text = JSON.stringify(node);
    const known = byText.get(text);
    if (known) known.nodes.push(node);
    else byText.set(text, { pointer, nodes: [node] });
  });
  let best: Repeat | undefined;
  for (const [text, { pointer, nodes }] of byText) {
    if (nodes.length < 2) continue;
    const name = unusedName(pointer, definitions);
    const each = JSON.stringify({ $ref: refTo(name) }).length;
    const saved = (nodes.length - 1) * text.length - nodes.length * each - name.length - '"":,'.length;
    if (saved > (best?.saved ?? 0)) best = { name, nodes, saved };
  }
  return best;
}

const refTo = (name: string): string => pointerToFragment(joinPointer('', '$defs', name));

function unusedName(pointer: string, definitions: MutableObject): string {
  const last = parsePointer(pointer)?.findLast((token) => !/^\d*$/.test(token)) ?? '';
  const wanted = last.replaceAll(/\W/g, '_') || 'schema';
  let name = wanted;
  for (let count = 2; Object.hasOwn(definitions, name); count++) name = `${wanted}_${count}`;
  return name;
}
