import type { GuestProblem } from './guest-problem.ts';
import { PUBLISH_WHAT_IS_SENT } from './in-execute.ts';
import { memberOf } from './member-of.ts';

/** What ArkType reports that JSON Schema cannot say, by its code. */
const ARKTYPE: Readonly<Record<string, string>> = {
  date: 'a `Date`',
  defaultValue: 'a default that is no JSON value',
  domain: 'a value that is no JSON (`bigint`, `symbol` or `undefined`)',
  morph: 'a change of the value (`=>`, `.pipe`, `.trim`)',
  predicate: 'a check in code (`narrow`)',
  proto: 'an instance of a class',
  symbolKey: 'a symbol as a key',
  unit: 'a value that is no JSON',
};

/** @param context - What ArkType's `fallback` is called with. */
export function arkTypeProblem(context: unknown): GuestProblem {
  const code = String(memberOf(context, 'code'));
  return {
    path: '',
    message: `This schema has ${Object.hasOwn(ARKTYPE, code) ? ARKTYPE[code] : `something (\`${code}\`)`}, which JSON Schema cannot say.`,
    help: PUBLISH_WHAT_IS_SENT,
  };
}

/** Valibot removes what these schemas do not declare, so no handler has ever seen any. */
const CLOSED: Readonly<Record<string, object>> = {
  object: { additionalProperties: false },
  tuple: { items: false },
};

/** Says in JSON Schema what Valibot does with undeclared properties and items. */
export function closeValibot(context: unknown): object | undefined {
  const schema = memberOf(context, 'jsonSchema') as object;
  const type = String(memberOf(memberOf(context, 'valibotSchema'), 'type'));
  if (type === 'intersect') return { ...closedTogether(memberOf(schema, 'allOf')) };
  return Object.hasOwn(CLOSED, type) ? { ...schema, ...CLOSED[type] } : undefined;
}

/** Each part of an intersection would refuse what only another one declares. */
function closedTogether(parts: unknown): object {
  const all = [parts].flat() as readonly object[];
  const open = all.map((part) =>
    memberOf(part, 'additionalProperties') === false ? { ...part, additionalProperties: undefined } : part,
  );
  const isClosed = all.every((part) => memberOf(part, 'additionalProperties') === false);
  return { allOf: open, ...(isClosed && { unevaluatedProperties: false }) };
}
