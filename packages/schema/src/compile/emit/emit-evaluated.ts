import type { LinkedNode, LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';
import type { CodeHost, EvaluatedKind } from './code-host.ts';
import { literal, present, regexLiteral } from './literal.ts';

interface Context {
  readonly kind: EvaluatedKind;
  readonly emitter: CodeHost;
  readonly program: LinkedProgram;
}

/**
 * Emits the function that adds to a set what a schema has evaluated of a valid value, for `unevaluatedProperties` and
 * `unevaluatedItems`. A branch counts where it accepts the value.
 */
export function emitEvaluated(
  kind: EvaluatedKind,
  emitter: CodeHost,
  program: LinkedProgram,
  schema: LinkedSchema,
  name: string,
): string {
  const body = typeof schema === 'boolean' ? [] : statements({ kind, emitter, program }, schema);
  return `function ${name}(data, seen){${body.join('')}return seen;}`;
}

function statements(context: Context, node: LinkedNode): string[] {
  const own = context.kind === 'items' ? ownItems(context, node) : ownProperties(context, node);
  const guard =
    context.kind === 'items'
      ? 'Array.isArray(data)'
      : 'data && typeof data == "object" && !Array.isArray(data)';
  return [...(own.length > 0 ? [`if(${guard}){${own.join('')}}`] : []), ...inPlace(context, node)];
}

function ownProperties({ kind, emitter }: Context, node: LinkedNode): string[] {
  const others = [node.additionalProperties, node.unevaluatedProperties];
  if (others.some((each) => each !== undefined && (kind === 'properties' || each !== false)))
    return ['for(const key in data)seen.add(key);'];
  const names = Object.keys(node.properties ?? {}).map((name) => `seen.add(${literal(name)});`);
  const patterns = Object.keys(node.patternProperties ?? {}).map(
    (each) => `for(const key in data)if(${emitter.constant(regexLiteral(each))}.test(key))seen.add(key);`,
  );
  return [...names, ...patterns];
}

function ownItems(context: Context, node: LinkedNode): string[] {
  const add = 'for(let i = 0;i < data.length;i++)';
  if (node.items !== undefined || node.unevaluatedItems !== undefined) return [`${add}seen.add(i);`];
  const prefix = node.prefixItems?.map((_, index) => `seen.add(${index});`) ?? [];
  if (node.contains === undefined) return prefix;
  return [
    ...prefix,
    `${add}if(${context.emitter.fits(context.program, node.contains, 'data[i]')})seen.add(i);`,
  ];
}

function inPlace(context: Context, node: LinkedNode): string[] {
  const { program } = context;
  const always = [
    ...(node.ref === undefined ? [] : [program.definitions[node.ref] ?? true]),
    ...(node.allOf ?? []),
  ];
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return [
    ...always.map((schema) => gather(context, schema)),
    ...branches.map((schema) => when(context.emitter.fits(program, schema, 'data'), gather(context, schema))),
    ...Object.entries(node.dependentSchemas ?? {}).map(([name, schema]) =>
      when(
        `${context.emitter.import('isObject')}(data) && ${present('data', name)}`,
        gather(context, schema),
      ),
    ),
    ...conditional(context, node),
  ];
}

function conditional(context: Context, node: LinkedNode): string[] {
  if (node.if === undefined) return [];
  const then = gather(context, node.if) + gather(context, node.then ?? true);
  return [
    `if(${context.emitter.fits(context.program, node.if, 'data')}){${then}}else{${gather(context, node.else ?? true)}}`,
  ];
}

const when = (condition: string, statement: string): string =>
  statement === '' ? '' : `if(${condition}){${statement}}`;

// A boolean schema evaluates nothing.
function gather({ kind, emitter, program }: Context, schema: LinkedSchema): string {
  return typeof schema === 'boolean' ? '' : `${emitter.function(kind, program, schema)}(data, seen);`;
}
