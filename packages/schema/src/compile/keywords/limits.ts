import { type Limit, LIMITS, type Limits } from '../../keywords/limits.ts';
import type { LinkedNode } from '../link/linked-schema.ts';
import { keyword, type Keyword } from './keyword.ts';
import { failIf, type Site } from './site.ts';

/** The limits of values of one type, as keywords that write their check. */
export function limitsOf(type: keyof Limits): readonly Keyword[] {
  const limits = Object.entries<Limit<never>>(LIMITS[type]) as [keyof LinkedNode, Limit<never>][]; // as LinkedNode has them
  return limits.map(([name, { emit }]) =>
    keyword(name, (site, limit) =>
      failIf(site, emit(site.data, Number(limit), useIn(site)), { keyword: name, params: String(limit) }),
    ),
  );
}

/** Imports what an emitted check needs. */
export const useIn =
  ({ emitter }: Site): Parameters<Limit<never>['emit']>[2] =>
  (helper) =>
    emitter.import(helper);
