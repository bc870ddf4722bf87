import { btcp } from '@btcp/vite';
import { build, type Plugin } from 'vite';
import { build as build6 } from 'vite-6';
import { describe, expect, it } from 'vitest';
import { newest } from '../support/runs.ts';
import { writeProject } from '../support/write-project.ts';
import { configOf } from './vite-project.ts';

const LIBRARIES = {
  '@sinclair/typebox': ["import { Type } from '@sinclair/typebox';", 'Type.Object({ id: Type.String() })'],
  zod: ["import { z } from 'zod';", "z.object({ id: z.string().regex(/^a/) }).describe('A row.')"],
  'zod/mini': ["import * as z from 'zod/mini';", 'z.object({ id: z.string().check(z.minLength(1)) })'],
  typebox: ["import Type from 'typebox';", 'Type.Object({ id: Type.String() })'],
  arktype: ["import { type } from 'arktype';", "type({ id: 'string' })"],
  valibot: ["import * as v from 'valibot';", 'v.object({ id: v.pipe(v.string(), v.minLength(1)) })'],
} as const;

// Rollup, and Rolldown.
const BUNDLERS = { 'Vite 6': build6 as unknown as typeof build, 'Vite 8': build };

describe.each(newest(Object.entries(BUNDLERS)))('a bundle of %s', (_, bundle) => {
  it.each(Object.entries(LIBRARIES))(
    'leaves out %s, also where constants are shared',
    async (library, parts) => {
      const [imported, schema] = parts;
      const root = await writeProject({
        'shared.ts': `${imported}\nexport const LIMIT = [5];\nexport const Row = ${schema};\nexport const Other = ${schema};\n`,
        'tool.ts': `${imported}
import { defineTool } from '@btcp/core';
import { LIMIT, Row } from './shared.ts';
const list = () => ${schema};
const Own = list();
function other() { return ${schema}; }
export const readRow = defineTool({ inputSchema: Own, outputSchema: Row, capabilities: [], execute: () => LIMIT });
`,
        'page.ts': "import { readRow } from './tool.ts';\nObject.assign(globalThis, { readRow });\n",
      });
      // Only what takes schemas out: nothing was built here.
      const plugins = btcp().filter(({ name }: Plugin) => name === 'btcp:strip-schemas');
      const build = { write: false, minify: false, rollupOptions: { input: `${root}/page.ts` } };
      const { output } = (await bundle({ ...configOf(root), plugins, build })) as unknown as {
        readonly output: readonly { readonly code: string; readonly moduleIds: readonly string[] }[];
      };
      const [{ code, moduleIds } = { code: '', moduleIds: [] }] = output;
      expect(code).toContain('LIMIT = [5]');
      expect(moduleIds.filter((id) => id.includes(`/${library.split('/')[0]}/`))).toEqual([]);
      expect(code).not.toContain('object(');
    },
  );
});
