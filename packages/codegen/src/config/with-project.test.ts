import { expect, it } from 'vitest';
import { withProject } from './with-project.ts';

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
