import { ts } from '../../source/ts.ts';
import { isFunctionValue, originOf } from './declarations.ts';
import { textOf } from './url-text.ts';
import { DATA, PAGE, UNKNOWN, type Value } from './value.ts';

const SAFE: Value = { kind: 'text', text: [{ kind: 'safe' }] };
const SAFE_FLAGS = ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.BigIntLike;
const EMPTY_FLAGS = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never;

/** What a type alone says of its values. */
export function valuesOfType(checker: ts.TypeChecker, type: ts.Type): readonly Value[] {
  const isIndexed = (type.flags & ts.TypeFlags.IndexedAccess) !== 0;
  if (type.isUnion()) return type.types.slice(0, 64).flatMap((each) => valuesOfType(checker, each));
  if (type.isStringLiteral()) return [{ kind: 'text', text: textOf(type.value) }];
  if ((type.flags & SAFE_FLAGS) !== 0) return [SAFE];
  if ((type.flags & EMPTY_FLAGS) !== 0) return [];
  if ((type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.ESSymbolLike)) !== 0) return [DATA];
  if (type.isIntersection()) return intersectionValues(checker, type);
  if (type.isTypeParameter()) {
    const constraint = type.getConstraint();
    return constraint ? valuesOfType(checker, constraint) : [UNKNOWN];
  }
  // `HTMLElementTagNameMap[K]`: what it may be at most.
  const bound = isIndexed ? checker.getBaseConstraintOfType(type) : undefined;
  return bound && bound !== type ? valuesOfType(checker, bound) : [valueOfObject(type)];
}

// `Window & typeof globalThis` is a window.
function intersectionValues(checker: ts.TypeChecker, type: ts.IntersectionType): readonly Value[] {
  const known = type.types
    .flatMap((each) => valuesOfType(checker, each))
    .filter(({ kind }) => kind !== 'unknown');
  return known.some(({ kind }) => kind === 'platform')
    ? [{ kind: 'platform', type }]
    : known.length > 0
      ? known
      : [UNKNOWN];
}

/** Objects of the language that hold no code. */
const PLAIN = /^(?:RegExp|Date|ArrayBuffer|DataView|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array)$/;

function valueOfObject(type: ts.Type): Value {
  const declaration =
    type.getSymbol()?.declarations?.find((each) => originOf(each) === 'platform') ??
    type.getSymbol()?.declarations?.[0];
  if (!declaration) return UNKNOWN;
  const origin = originOf(declaration);
  if (origin === 'platform') return { kind: 'platform', type };
  if (origin === 'dependency') return PAGE;
  if (origin === 'language' && PLAIN.test(type.getSymbol()?.name ?? '')) return DATA;
  if (origin !== 'project') return UNKNOWN;
  if (isFunctionValue(declaration)) return { kind: 'function', node: declaration };
  if (ts.isClassLike(declaration))
    return { kind: type.isClass() || !isConstructor(type) ? 'instance' : 'class', node: declaration };
  if (ts.isObjectLiteralExpression(declaration)) return { kind: 'literal', node: declaration };
  return UNKNOWN;
}

function isConstructor(type: ts.Type): boolean {
  return type.getConstructSignatures().length > 0;
}
