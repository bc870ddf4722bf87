import type { ast } from '../../../source/types/typescript.ts';
import type { DeclaredProperty, InputShape } from './input-shape.ts';

/** A default that the handler gives to a property. */
export interface CodeDefault {
  readonly property: DeclaredProperty;
  readonly name: string;
  readonly value: ast.Expression;
  /** A guard keeps the taking apart of a nested object from failing; a fallback stands behind `??`, or behind `||`. */
  readonly kind: 'default' | 'guard' | 'fallback' | 'or';
}

/** A property that is read although the schema does not have it. */
export interface UndeclaredRead {
  readonly name: string;
  readonly node: ast.Node;
}

/** What the code does with a value of the input. */
export class InputUse {
  /** Whether all of it may be read: it goes where the code cannot be followed. */
  isWhole = false;
  readonly shape: InputShape | undefined;
  readonly parts: Map<string, InputUse> = new Map();

  /** @param shape - Nothing for a value that is not looked into. */
  constructor(shape: InputShape | undefined) {
    this.shape = shape;
  }

  /** Whether any of it is read. */
  get isRead(): boolean {
    return this.isWhole || this.parts.size > 0;
  }
}
