import type { Range } from './find-unused.ts';
import { importsFrom, isNode, nameOf, type Node, nodesOf, walk } from './syntax.ts';

/** Libraries whose calls at the top level of a module only make schemas. */
const LIBRARIES = '@sinclair/typebox|typebox|zod|@zod/mini|valibot|@valibot/to-json-schema|arktype|sury';
const SCHEMA_LIBRARIES = new RegExp(`^(?:${LIBRARIES})(?:$|/)`);
const QUOTED = new RegExp(`["'](?:${LIBRARIES})["'/]`);

/** Whether a module's text may import one, which is cheaper than to parse it. */
export const mayHaveConstants = (code: string): boolean => QUOTED.test(code);

/** Finds the values of a module's constants that only make schemas: a bundler may leave them out where they are not used. */
export function findConstants(program: Node): readonly Range[] {
  const known = new Set(importsFrom(program, (source) => SCHEMA_LIBRARIES.test(source)).keys());
  const found: Range[] = [];
  for (const statement of nodesOf(program['body'])) {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (declared.type !== 'VariableDeclaration') continue;
    for (const { id, init } of nodesOf(declared['declarations'])) {
      const name = nameOf(id);
      if (name === undefined || !isNode(init) || !known.has(rootOf(init) ?? '') || waits(init)) continue;
      found.push({ start: init.start, end: init.end });
      known.add(name);
    }
  }
  return found;
}

/** The name at the beginning of a call: `z` of `z.object({ … }).strict()`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'CallExpression' && isNode(node['callee'])) {
    for (let at = node['callee']; ;) {
      const next = at.type === 'CallExpression' ? at['callee'] : at['object'];
      if (!isNode(next)) return nameOf(at);
      at = next;
    }
  }
  return undefined;
}

function waits(node: Node): boolean {
  let does = false;
  walk(node, ({ type }) => void (does ||= type === 'AwaitExpression' || type === 'YieldExpression'));
  return does;
}
