import { isNode, nameOf, type Node, nodesOf, type Reference, referencesIn } from './syntax.ts';

/** A part of a module, as offsets into its text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A statement of a module that declares names, or imports them. */
interface Declaration extends Range {
  readonly names: readonly string[];
  readonly references: readonly Reference[];
}

/**
 * Finds the imports and declarations of a module that only removed parts of it use, directly or through each other. What is
 * exported stays.
 */
export function findUnused(program: Node, removed: readonly Range[]): readonly Range[] {
  const all = referencesIn(program);
  const gone: Range[] = [...removed];
  const isGone = ({ start }: Reference): boolean =>
    gone.some((range) => range.start <= start && start < range.end);
  const candidates = new Set(all.filter(isGone).map(({ name }) => name));
  const left = new Set(nodesOf(program['body']).flatMap(declarationOf));
  const isUsed = ({ names, start, end }: Declaration): boolean =>
    all.some(
      (each) => names.includes(each.name) && !(start <= each.start && each.start < end) && !isGone(each),
    );
  for (let before = -1; before !== gone.length;) {
    before = gone.length;
    for (const each of left) {
      if (!each.names.some((name) => candidates.has(name)) || isUsed(each)) continue;
      left.delete(each);
      gone.push(each);
      for (const { name } of each.references) candidates.add(name);
    }
  }
  return gone.slice(removed.length);
}

function declarationOf(statement: Node): readonly Declaration[] {
  const { type, start, end } = statement;
  const names =
    type === 'ImportDeclaration'
      ? nodesOf(statement['specifiers']).map(({ local }) => nameOf(local))
      : type === 'VariableDeclaration'
        ? nodesOf(statement['declarations']).map(({ id }) => nameOf(id))
        : type === 'FunctionDeclaration' && isNode(statement['id'])
          ? [nameOf(statement['id'])]
          : [];
  // A destructured declaration has no name here; an import without names is there for its effects.
  if (names.length === 0 || names.includes(undefined)) return [];
  return [{ start, end, names: names as string[], references: referencesIn(statement) }];
}
