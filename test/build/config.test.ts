import { build } from '@btcp/codegen';
import { describe, expect, it } from 'vitest';
import { writeProject } from '../support/write-project.ts';

async function said(config: string): Promise<readonly string[]> {
  const { diagnostics } = await build({ cwd: await writeProject({ 'btcp.config.ts': config }) });
  return diagnostics.map(({ file, line, id, message }) => `${file}:${line} ${id}: ${message}`);
}

const NOT_LOADED = 'btcp.config.ts:1 config-not-loaded: The config file cannot be loaded: ';
const ENDLESS = `${NOT_LOADED}it has not finished within 10 s; take out what loops or waits`;
const ENDED = `${NOT_LOADED}it ended before it gave a config: it calls \`process.exit\`, or awaits what never comes`;

describe('a config whose code', () => {
  it.each([
    ['loops', 'for (;;) {}', ENDLESS],
    ['matches without end', `/^(a+)+$/.test('a'.repeat(60) + 'b');\nexport default {};`, ENDLESS],
    ['awaits what never comes', 'await new Promise(() => {});\nexport default {};', ENDED],
    ['ends the process', 'process.exit(0);', ENDED],
    ['throws', `throw new Error('no licence');`, `${NOT_LOADED}no licence`],
    ['throws no Error', `throw 'no licence';`, `${NOT_LOADED}no licence`],
    [
      'throws what has no text',
      `throw Object.create(null);`,
      `${NOT_LOADED}Cannot convert object to primitive value`,
    ],
  ])('%s', async (_, config, message) => {
    expect(await said(config)).toEqual([message]);
  });

  it('gives what JSON cannot hold', async () => {
    expect(
      await said(`export default { tools: [() => 'src'], onBuild() {}, name: 5n, version: '1.0.0' };`),
    ).toEqual([
      "btcp.config.ts:1 config-invalid: `tools` must be a list of globs, for example ['src/tools/**/*.ts'].",
      'btcp.config.ts:1 config-invalid: `onBuild` is not a setting.',
      'btcp.config.ts:1 config-invalid: `name` must be text, not empty.',
    ]);
  });
});
