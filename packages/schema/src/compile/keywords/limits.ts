import { type Limit, type Limits, limitsOf } from '../../keywords/limits.ts';
import type { LinkedNode } from '../link/linked-schema.ts';
import { keyword, type Keyword } from './keyword.ts';
import { failIf, type Site } from './site.ts';

/** The limits of values of one type, as keywords that write their check. */
export const limitsAbout = (type: keyof Limits): readonly Keyword[] =>
  limitsOf(type).map(([name, { emit }]) =>
    // LinkedNode has every limit.
    keyword(name as keyof LinkedNode, (site, limit) =>
      failIf(site, emit(site.data, Number(limit), useIn(site)), { keyword: name, params: String(limit) }),
    ),
  );

/** Imports what an emitted check needs. */
export const useIn =
  ({ emitter }: Site): Parameters<Limit<never>['emit']>[2] =>
  (helper) =>
    emitter.import(helper);
