import type { Type } from '../../../source/types/typescript.ts';
import { isWindow } from '../decide/decide-special.ts';
import { originOf } from '../read/whose-code.ts';

/** Whether a type is one of the platform's. */
export function isOfPlatform(type: Type): boolean {
  return (
    isWindow(type) ||
    (type.getSymbol()?.declarations.some(({ path }) => originOf(path) === 'platform') ?? false)
  );
}
