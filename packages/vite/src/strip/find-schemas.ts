import type { Range } from './find-unused.ts';
import { importsFrom, nameOf, type Node, nodesOf, walk } from './syntax.ts';

/** Properties of a tool that a client takes from the manifest. */
const PUBLISHED = new Set(['inputSchema', 'outputSchema', 'examples', 'description']);

/** Finds the properties of tools that nothing reads where they run. */
export function findSchemas(program: Node): readonly Range[] {
  const imports = importsFrom(program, (source) => source === '@btcp/core');
  const found: Range[] = [];
  walk(program, (node) => {
    const name = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined;
    if (name === undefined || imports.get(name) !== 'defineTool') return;
    const [definition] = nodesOf(node['arguments']);
    if (definition?.type !== 'ObjectExpression') return;
    found.push(...published(definition));
    for (const alias of nodesOf(propertyOf(definition, 'aliases')?.['properties']))
      if (isObject(alias['value'])) found.push(...published(alias['value']));
  });
  return found;
}

const isObject = (value: unknown): value is Node => (value as Node | undefined)?.type === 'ObjectExpression';

const keyOf = ({ type, computed, key }: Node): string | undefined =>
  type === 'Property' && computed !== true ? nameOf(key) : undefined;

function propertyOf(object: Node, name: string): Node | undefined {
  const property = nodesOf(object['properties']).find((each) => keyOf(each) === name);
  return property && isObject(property['value']) ? property['value'] : undefined;
}

/** With the comma that follows. */
function published(object: Node): readonly Range[] {
  const properties = nodesOf(object['properties']);
  return properties.flatMap((each, index) =>
    PUBLISHED.has(keyOf(each) ?? '')
      ? [{ start: each.start, end: properties[index + 1]?.start ?? object.end - 1 }]
      : [],
  );
}
