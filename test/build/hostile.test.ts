import { describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { CODE_USES, configText, writeProject } from '../support/write-project.ts';

const SCHEMA = `Type.Object({ x: Type.String() })`;
const throwing = (thrown: string): string => `const A: any = (() => { throw ${thrown}; })();\n`;

async function reportsOf(source: string): Promise<readonly string[]> {
  const cwd = await writeProject({
    'btcp.config.ts': configText("['src/tools/*.ts']", CODE_USES),
    'src/tools/a.ts': `${IMPORTS}${source}export const getIt = defineTool(${definition('', 'A')} as any);\n`,
  });
  const { diagnostics } = await build({ cwd });
  return diagnostics.map(({ file, line, id, message }) => `${file}:${line} ${id}: ${message}`);
}

describe('a build continues when a module of the project', () => {
  it.each([
    ['throws a value that cannot be converted to a string', throwing('Object.create(null)'), 4, 'something that has no text'],
    ['throws an object whose getter throws', throwing(`{ get message() { throw new Error('in'); } }`), 4, 'something that has no text'],
    ['throws a symbol', throwing(`Symbol('x')`), 4, 'Symbol(x)'],
    ['throws an error with a very long message', throwing(`new Error('x'.repeat(9999))`), 3, 'x'.repeat(2000)],
  ])('%s', async (_, source, line, text) => {
    expect(await reportsOf(source)).toEqual([`src/tools/a.ts:${line} schema-throws: Reading the schemas threw: ${text}`]);
  }); // prettier-ignore

  it('changes how JSON writes arrays', async () => {
    const patch = `(Array.prototype as any).toJSON = () => 'x';\nconst A = ${SCHEMA};\n`;
    expect(await reportsOf(patch)).toEqual([
      'src/tools/a.ts:5 schema-ends-process: This definition ended the process while the schemas were read: it finished without reporting this tool.',
    ]);
  });

  it('removes JSON.stringify', async () => {
    expect(await reportsOf(`JSON.stringify = () => '{}';\nconst A = ${SCHEMA};\n`)).toEqual([]);
  });
});
