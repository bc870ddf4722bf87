import { existsSync } from 'node:fs';

/** The compiled text beside a module, `a.js` beside `a.ts`, which programs and bundlers may run in its place; its absolute path. */
export function compiledBeside(
  path: string,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const [, stem = '', kind = ''] = /^(.*)(?<!\.d)\.([mc]?)tsx?$/.exec(path) ?? [];
  return [`${stem}.${kind}js`, `${stem}.jsx`].find((each) => stem !== '' && exists(each));
}
