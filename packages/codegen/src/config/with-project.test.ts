import { expect, it } from 'vitest';
import { refuseRuntime, withProject } from './with-project.ts';

const failWith = (message: string): ReturnType<typeof withProject> =>
  withProject({ cwd: import.meta.dirname, config: { tools: ['*.ts'] } }, {}, () =>
    Promise.reject(new Error(message)),
  );

it('says that the compiler is not installed, and how it is', async () => {
  const { diagnostics } = await failWith('@typescript/typescript-linux-x64 is not installed');
  expect(diagnostics).toMatchObject([
    {
      id: 'compiler-missing',
      severity: 'error',
      message:
        'The package `@typescript/typescript-linux-x64` is not installed, with which @btcp/codegen reads types.',
      help: 'Install again with optional packages, without `--omit=optional` or `--no-optional`; TypeScript 7 has none for some platforms.',
    },
  ]);
});

it('passes on what is no mistake of the project', async () => {
  await expect(failWith('something else')).rejects.toThrow('something else');
});

it('refuses what TypeScript 7 does not work with, and says what does', () => {
  expect(refuseRuntime({ node: '22.0.0', pnp: '3' })?.diagnostic).toMatchObject({
    id: 'runtime-unsupported',
    help: 'Write `nodeLinker: node-modules` into `.yarnrc.yml`, and run `yarn install`.',
  });
  expect(refuseRuntime({ node: '22.0.0', bun: '1.2.0' })?.message).toMatch(/runs in Node, and this is Bun/);
  expect(refuseRuntime({ node: '22.0.0', deno: '2.0.0' })?.message).toMatch(/runs in Node, and this is Deno/);
  expect(refuseRuntime({ node: '22.0.0' })).toBeUndefined();
});
