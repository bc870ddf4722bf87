import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ToolValidators, Validator } from '@btcp/core';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { buildSync, type Platform, transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { compileToolChunk } from './compile-schema.ts';
import { compileToolValidators, compileValidators, joinToolChunks } from './index.ts';
import { makeFolderBeside } from '../../../../test/support/make-folder-beside.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const getCellValue = {
  name: 'getCellValue',
  inputSchema: {
    type: 'object',
    properties: {
      cell: {
        type: 'string',
        pattern: '^[A-Z]+[0-9]+$',
        description: "Cell address in A1 notation (e.g., 'B5', 'AA100')",
      },
      includeFormatting: {
        type: 'boolean',
        default: false,
        description: 'Whether to include cell formatting information',
      },
    },
    required: ['cell'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      value: {
        oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
        description: "The cell's raw value",
      },
      formula: {
        anyOf: [{ type: 'string' }, { type: 'null' }],
        description: "The cell's formula, or null if the cell has none",
      },
      displayValue: { type: 'string', description: 'The formatted display value' },
    },
    required: ['value'],
  },
};

const sendLater = {
  name: 'sendLater',
  inputSchema: {
    type: 'object',
    properties: { at: { type: 'string', format: 'date-time' } },
    required: ['at'],
  },
};

/** The emitted module and what one file of a program imports from it, as a bundler joins them. */
function bundleWith(code: string, program: string, platform: Platform = 'browser'): string {
  const folder = makeFolderBeside(HERE);
  try {
    writeFileSync(join(folder, 'validators.js'), code);
    const contents = `import * as validators from './validators.js';\n${program}`;
    const result = buildSync({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      platform,
      format: 'esm',
      write: false,
      conditions: ['@btcp/source'],
    });
    return result.outputFiles[0]?.text ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function load(code: string): Promise<Readonly<Record<string, unknown>>> {
  const text = bundleWith(code, 'export default validators;', 'node');
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    default: Record<string, unknown>;
  };
  return module.default;
}

describe('compileToolValidators', () => {
  it('exports one pair of validators per tool', async () => {
    const module = await load(compileToolValidators([getCellValue, sendLater]).code);
    expect(Object.keys(module)).toEqual(['getCellValue', 'sendLater']);
    const { input, output } = module['getCellValue'] as Required<ToolValidators>;
    expect(input({ cell: 'B5' })).toEqual({ ok: true, value: { cell: 'B5', includeFormatting: false } });
    expect(input({ cell: 'b5' }).ok).toBe(false);
    expect(output({ value: null }).ok).toBe(true);
    expect(output({}).ok).toBe(false);
    expect(module['sendLater']).not.toHaveProperty('output');
  });

  it('declares its exports for TypeScript', () => {
    expect(compileToolValidators([getCellValue, sendLater]).types).toMatchInlineSnapshot(`
      "import type { ToolValidators, Validator } from '@btcp/core';

      interface WithOutput extends ToolValidators {
        readonly output: Validator;
      }

      export declare const getCellValue: WithOutput;
      export declare const sendLater: ToolValidators;
      "
    `);
    expect(compileToolValidators([]).types).toBe('export {};\n');
  });

  it('emits the same code for a tool whatever else is compiled', () => {
    const alone = compileToolValidators([getCellValue]).code;
    const text = alone.slice(alone.indexOf('export const getCellValue ='));
    const both = compileToolValidators([sendLater, getCellValue]).code;
    expect(text).toContain('check0');
    expect(both).toContain(text);
    expect(compileToolValidators([sendLater, getCellValue]).code).toBe(both);
  });

  it('emits shared validators once', async () => {
    const inputSchema = { type: 'object', title: 'Other', required: ['before'] };
    const { outputSchema } = getCellValue;
    const other = { name: 'other', inputSchema, outputSchema: { ...outputSchema, title: 'Annotated' } };
    const { code } = compileToolValidators([getCellValue, other, { ...sendLater, outputSchema }]);
    expect(code.match(/d\.formula/g)).toHaveLength(
      compileToolValidators([getCellValue]).code.match(/d\.formula/g)?.length ?? 0,
    );
    const module = await load(code);
    for (const name of ['getCellValue', 'other', 'sendLater']) {
      const { output } = module[name] as Required<ToolValidators>;
      expect(output({ value: null, formula: '=A1' }).ok).toBe(true);
      expect(output({ value: null, formula: 1 })).toMatchObject({ issues: [{ path: '/formula' }] });
    }
    expect((module['other'] as Required<ToolValidators>).output.schema).toBe(
      schemaFingerprint(other.outputSchema),
    );
  });

  it('joins cached chunks to the same module', () => {
    const cached = JSON.parse(JSON.stringify([getCellValue, sendLater].map(compileToolChunk))) as ReturnType<
      typeof compileToolChunk
    >[];
    expect(joinToolChunks(cached)).toBe(compileToolValidators([getCellValue, sendLater]).code);
  });

  it('refuses two tools with one name', () => {
    expect(() => compileToolValidators([sendLater, sendLater])).toThrow('Two exports are named "sendLater".');
  });

  it('exports names that JavaScript reserves, or that its runtime uses', async () => {
    const schema = { type: 'integer' };
    const names = [
      'delete',
      'validator',
      'report',
      'data',
      'check0',
      'default',
      'constructor',
      'await',
      'Validator',
    ];
    const module = await load(
      compileToolValidators(names.map((name) => ({ name, inputSchema: schema }))).code,
    );
    expect(Object.keys(module).sort()).toEqual([...names].sort());
    for (const name of names) expect((module[name] as ToolValidators).input(1).ok).toBe(true);
  });
});

describe('compileValidators', () => {
  it('exports a validator per key, whatever the key', async () => {
    const keys = [
      'plain',
      'with space',
      'a-b',
      '1',
      '',
      '__proto__',
      'toString',
      '$x',
      'ünï',
      '"',
      "'",
      '\\',
      '\n',
    ];
    const schemas = Object.fromEntries(keys.map((key) => [key, { const: key }]));
    const module = await load(compileValidators(schemas).code);
    for (const key of keys) {
      const validate = module[key] as Validator;
      expect([key, validate(key).ok, validate('other').ok]).toEqual([key, true, false]);
    }
  });

  it('refuses a key that is not a valid export name', () => {
    expect(() => compileValidators({ '\ud800': true })).toThrow(
      '"\\ud800" cannot name an export: it is not well-formed text.',
    );
  });

  it('imports the runtime and nothing else', () => {
    const { code } = compileValidators(
      { a: { type: 'string', minLength: 2 } },
      { runtime: './my-runtime.js' },
    );
    expect(code.match(/import .*/g)).toEqual([
      'import { codePoints as $codePoints, report as $report, validator as $validator } from "./my-runtime.js";',
    ]);
    expect(code).not.toMatch(/require\(|eval|Function/);
  });

  it('carries the fingerprint of the schema as given', async () => {
    const schema = { type: 'string', title: 'A' };
    const module = await load(compileValidators({ a: schema }).code);
    expect((module['a'] as Validator).schema).toBe(schemaFingerprint(schema));
  });

  it('names the key and the place of every issue', () => {
    expect(() =>
      compileValidators({ order: { properties: { at: { type: 'Date' }, id: { $ref: '#/$defs/no' } } } }),
    ).toThrow(
      [
        'The schema "order" cannot be compiled:',
        "  at /properties/at/type: Type.Date() is not JSON. Use Type.String({ format: 'date-time' }).",
        '  at /properties/id/$ref: The reference "#/$defs/no" names no schema. Correct the reference, or put the schema that is meant into `$defs`.',
      ].join('\n'),
    );
  });

  it('can stand inside a script element', () => {
    const { code } = compileValidators({ a: { const: '</script><script>alert(1)</script>' } });
    expect(code).not.toContain('</script');
  });
});

describe('bundled', () => {
  it('drops the tools that nobody imports, and the parts of the runtime that only they use', () => {
    const { code } = compileToolValidators([getCellValue, sendLater]);
    const used = bundleWith(code, 'export const { input } = validators.sendLater;');
    expect(used).toContain('date-time');
    expect(used).not.toContain('includeFormatting');
    const other = bundleWith(code, 'export const { input } = validators.getCellValue;');
    expect(other).toContain('includeFormatting');
    expect(other).not.toContain('isDateTime');
    const none = bundleWith(
      compileToolValidators([getCellValue, sendLater, { ...getCellValue, name: 'same' }]).code,
      'export const nothing = Object.keys({});',
    );
    expect(none).not.toMatch(/cell|validator/);
  });

  it('keeps the validators of getCellValue within 1.0 KB, without the runtime', () => {
    const { code } = compileToolValidators([getCellValue]);
    const small = transformSync(code, { minify: true, format: 'esm' }).code;
    expect(gzipSync(small, { level: 9 }).length).toBeLessThanOrEqual(1024);
  });

  it('runs where code cannot be made from strings', () => {
    const { code } = compileToolValidators([getCellValue, sendLater]);
    const text = bundleWith(
      code,
      `let evalWorks = true;
       try { new Function('return 1')(); } catch { evalWorks = false; }
       const bad = validators.getCellValue.input({ cell: '5B' });
       await bad.loading;
       console.log(JSON.stringify([
         evalWorks,
         validators.getCellValue.input({ cell: 'B5' }),
         bad.issues[0].message,
         validators.sendLater.input({ at: '2024-05-17T12:30:00Z' }).ok,
       ]));`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'no-eval-'));
    try {
      const file = join(folder, 'program.mjs');
      writeFileSync(file, text);
      const output = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', file], {
        encoding: 'utf8',
      });
      expect(JSON.parse(output)).toEqual([
        false,
        { ok: true, value: { cell: 'B5', includeFormatting: false } },
        '`cell` must match the pattern ^[A-Z]+[0-9]+$; got "5B"',
        true,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
