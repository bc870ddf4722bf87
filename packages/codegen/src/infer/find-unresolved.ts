import type { Position } from '../source/position.ts';
import type { Types } from '../source/types/types.ts';
import { type ast, is, type TypeDiagnostic } from '../source/types/typescript.ts';

/** Something that TypeScript cannot resolve. */
export interface Unresolved extends Position {
  readonly code: number;
  readonly text: string;
}

/** TypeScript's errors that make a type `any` or `unknown`. */
const UNRESOLVED: ReadonlySet<number> = new Set([
  // Modules and what they export.
  2305, 2307, 2614, 2724, 2732, 2792, 2834, 2835, 7016,
  // Names and properties.
  2304, 2339, 2503, 2551, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593,
  // Loops and spreads that the project's `target` or `lib` does not allow.
  2461, 2488, 2495, 2504, 2548, 2549, 2569, 2763, 2802,
  // A value of type unknown.
  2571, 18046,
]);
const MOST = 3;

/** Why the types of a tool cannot be read: what TypeScript cannot resolve in it, or in the imports of its file. */
export function findUnresolved(types: Types, definition: ast.Node): readonly Unresolved[] {
  const file = definition.getSourceFile();
  const places = [definition, ...file.statements.filter((each) => is.isImportDeclaration(each))];
  const isHere = (start: number): boolean =>
    places.some((node) => node.getStart(file) <= start && start < node.end);
  return types.program
    .getSemanticDiagnostics(file.fileName)
    .filter(({ code, pos }) => UNRESOLVED.has(code) && isHere(pos))
    .slice(0, MOST)
    .map((diagnostic) => ({
      code: diagnostic.code,
      text: flatText(diagnostic),
      ...types.rangeAt(file, diagnostic.pos, diagnostic.end),
    }));
}

function flatText({ text, messageChain = [] }: TypeDiagnostic): string {
  return [text, ...messageChain.map(flatText)].join(' ');
}
