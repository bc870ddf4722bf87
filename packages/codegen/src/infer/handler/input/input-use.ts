import type { ast } from '../../../source/types/typescript.ts';
import type { DeclaredProperty, InputShape } from './input-shape.ts';

/** A default in the handler's code. */
export interface CodeDefault {
  readonly property: DeclaredProperty;
  readonly name: string;
  readonly value: ast.Expression;
  /** A guard only keeps destructuring a nested object from failing; a fallback follows `??` or `||`. */
  readonly kind: 'default' | 'guard' | 'fallback' | 'or';
}

/** A read of a property that the schema does not declare. */
export interface UndeclaredRead {
  readonly name: string;
  readonly node: ast.Node;
}

/** The uses of a value of the input. */
export class InputUse {
  /** Whether it escapes, so that all of it may be read. */
  isWhole = false;
  readonly shape: InputShape | undefined;
  readonly parts: Map<string, InputUse> = new Map();

  /** @param shape - Undefined for a value whose properties are not tracked. */
  constructor(shape: InputShape | undefined) {
    this.shape = shape;
  }

  /** Whether any of it is read. */
  get isRead(): boolean {
    return this.isWhole || this.parts.size > 0;
  }
}
