import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../system/temp-folder.ts';
import { bundleTypeBox, findTypeBox, isAlone, isBundled } from './bundled-typebox.ts';
import type { BundledTypeBox } from './evaluation-protocol.ts';

const TYPEBOX = findTypeBox(import.meta.dirname) as BundledTypeBox;

it('bundles what has the exports of the package', async () => {
  const folder = await makeTempFolder();
  const typebox = { ...TYPEBOX, bundle: pathToFileURL(join(folder.path, 'cache/typebox.mjs')).href };
  expect(isBundled(typebox)).toBe(false);
  await bundleTypeBox(typebox);
  expect(isBundled(typebox)).toBe(true);
  const [bundled, whole] = (await Promise.all([import(typebox.bundle), import(typebox.entry)])) as object[];
  expect(Object.keys(bundled ?? {})).toEqual(Object.keys(whole ?? {}));
  await folder.remove();
});

it('does without where nothing can be written', async () => {
  const bundle = `${pathToFileURL(import.meta.filename).href}/cache/typebox.mjs`;
  await bundleTypeBox({ ...TYPEBOX, bundle });
  expect(isBundled({ ...TYPEBOX, bundle })).toBe(false);
});

it('takes the bundle where nothing else may use TypeBox', () => {
  const isAloneWith = (...more: string[]): boolean =>
    isAlone(['@sinclair/typebox', '@btcp/core', 'zod', ...more].map((specifier) => ({ specifier })));
  expect(isAloneWith()).toBe(true);
  expect(isAloneWith('node:path', './rows.json')).toBe(true);
  expect(isAloneWith('@sinclair/typebox/value')).toBe(false);
  expect(isAloneWith('typebox-schemas')).toBe(false);
});
