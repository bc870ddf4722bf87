import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../system/temp-folder.ts';
import { type BundledTypeBox, bundleTypeBox, findTypeBox, isBundled, withBundle } from './bundled-typebox.ts';

const TYPEBOX = findTypeBox(import.meta.dirname) as BundledTypeBox;
const external = (specifier: string, url?: string) => ({
  name: specifier,
  specifier,
  wanted: [],
  ...(url !== undefined && { url }),
});

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
  const own = [
    external('@sinclair/typebox', TYPEBOX.entry),
    external('@btcp/core'),
    external('zod', 'file:///zod.js'),
  ];
  const urls = (...more: ReturnType<typeof external>[]): unknown =>
    withBundle([...own, ...more], TYPEBOX)[0]?.url;
  expect(urls()).toBe(TYPEBOX.bundle);
  expect(urls(external('node:path', 'node:path'), external('./rows.json', 'file:///rows.json'))).toBe(
    TYPEBOX.bundle,
  );
  expect(urls(external('@sinclair/typebox/value', 'file:///value.js'))).toBe(TYPEBOX.entry);
  expect(urls(external('typebox-schemas', 'file:///schemas.js'))).toBe(TYPEBOX.entry);
});
