import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { TYPEBOX, TYPEBOX_VERSION } from './schema-libraries.ts';

it('names the version of TypeBox that is installed', () => {
  const entry = createRequire(import.meta.url).resolve(TYPEBOX);
  const manifest = readFileSync(`${entry.split('/build/')[0]}/package.json`, 'utf8');
  expect((JSON.parse(manifest) as { readonly version: string }).version).toBe(TYPEBOX_VERSION);
});
