import { literal, member } from '../emit/code-writer.ts';
import type { LinkedSchema } from '../link/linked-schema.ts';
import {
  keyword,
  type Keyword,
  apply,
  fail,
  failIf,
  fits,
  placeOf,
  refuseIf,
  reportValue,
  type Site,
  isOfType,
} from './site.ts';

const ref = keyword('ref', (site, index) => {
  const target = site.program.definitions[index] ?? true;
  site.code.statement({
    check: () => refuseIf(`!${fits(site, target, site.data)}`),
    collect: () => `${collectCall(site, target)};`,
  });
});

const allOf = keyword('allOf', (site, schemas) => {
  for (const schema of schemas) apply(site, schema);
});

const not = keyword('not', (site, schema) => {
  const params = literal(site.node.notText);
  failIf(site, fits(site, schema, site.data), { keyword: 'not', params });
});

const conditional = keyword('if', (site, schema) => {
  const { then = true, else: otherwise = true } = site.node;
  site.code.if(
    fits(site, schema, site.data),
    () => apply(site, then),
    () => apply(site, otherwise),
  );
});

const anyOf = keyword('anyOf', (site, schemas) => {
  if (schemas.includes(true)) return;
  writeBranches(site, 'anyOf', schemas, {
    isRefused: `!(${verdicts(site, schemas, '||')})`,
    hasFailed: (branches) => `!${branches}.includes(null)`,
  });
});

const oneOf = keyword('oneOf', (site, schemas) => {
  writeBranches(site, 'oneOf', schemas, {
    // Verdicts are booleans, which add up to the number of branches that fit.
    isRefused: `0+${verdicts(site, schemas, '+')}!==1`,
    hasFailed: (branches) => `${branches}.filter((each)=>each===null).length!==1`,
  });
});

/** How a union is decided. */
interface Decision {
  /** The condition that a value does not fit. */
  readonly isRefused: string;
  /** The same, from a list of the failures of every branch, `null` where the value fits. */
  readonly hasFailed: (branches: string) => string;
}

function writeBranches(
  site: Site,
  name: 'anyOf' | 'oneOf',
  schemas: readonly LinkedSchema[],
  { isRefused, hasFailed }: Decision,
): void {
  const branches = site.code.name('branches');
  site.code.statement({
    check: () => refuseIf(isRefused),
    collect: () => {
      const calls = schemas.map((schema) => failuresOf(site, schema));
      return `const ${branches}=[${calls.join(',')}];if(${hasFailed(branches)})${reportValue(site, name, branches)}`;
    },
  });
}

function verdicts(site: Site, schemas: readonly LinkedSchema[], operator: string): string {
  return schemas.map((schema) => fits(site, schema, site.data)).join(operator);
}

// Reports every failure of the current value against a schema.
function collectCall(site: Site, schema: LinkedSchema): string {
  const { emitter, program, data } = site;
  const name = emitter.function('collect', program, schema);
  const value = `${data},${placeOf(site)}`;
  if (!program.repeated.has(schema)) return `${name}(${value})`;
  return `${emitter.import('descend')}(${name},${emitter.function('check', program, schema)},${value})`;
}

// The array of those failures, `null` where there are none; they are not reported.
function failuresOf(site: Site, schema: LinkedSchema): string {
  const { emitter, program, data } = site;
  const name = emitter.function('collect', program, schema);
  const value = `${data},${placeOf(site)}`;
  if (!program.repeated.has(schema)) return `${emitter.import('gather')}(${name},${value})`;
  const check = emitter.function('check', program, schema);
  return `${emitter.import('gather')}(${emitter.import('descend')}.bind(null,${name},${check}),${value})`;
}

const tagged = keyword('tagged', (site, { tag, cases, rest }) => {
  const { code, data } = site;
  const write = (): void => {
    const value = code.name('tag');
    code.statement(`const ${value}=${member(data, tag)};switch(${value}){`);
    for (const { values, schema } of cases) {
      code.statement(`${values.map((each) => `case ${literal(each)}:`).join('')};`);
      apply(site, schema);
      code.statement('break;');
    }
    code.statement('default:;');
    const allowed = literal(cases.flatMap(({ values }) => values));
    code.if(
      `${value}===undefined`,
      () => fail(site, { keyword: 'required', params: literal(tag) }),
      () => fail(site, { keyword: 'enum', params: allowed, at: tag, data: value }),
    );
    code.statement('};');
  };
  code.if(isOfType('object', data), write, () => apply(site, rest));
});

export const COMPOSITION: readonly Keyword[] = [ref, allOf, not, conditional, anyOf, oneOf, tagged];
