import type { Dialect } from './keyword-table.ts';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
]);

/** The dialect of schemas that do not say. */
export const DEFAULT_DIALECT: Dialect = '2020-12';

/** The dialect that a `$schema` names; nothing when it is another one. */
export function dialectOf(uri: string): Dialect | undefined {
  return DIALECTS.get(uri.replace(/^https?:\/\//, '').replace(/#$/, ''));
}
