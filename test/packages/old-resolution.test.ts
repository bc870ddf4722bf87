import { expect, it } from 'vitest';
import { join } from 'node:path';
import { findTypeErrors } from '../types/find-type-errors.ts';
import { writeProject } from '../support/write-project.ts';

const COMPILER_OPTIONS = {
  target: 'ES2021',
  module: 'commonjs',
  strict: true,
  types: [],
  skipLibCheck: true,
};

const SOURCE = `import { BTCPError, defineTool } from '@btcp/core';
import { BTCPClient } from '@btcp/client';
import { BTCPTestClient } from '@btcp/testing';
import { Type } from '@sinclair/typebox';
export const getOrder = defineTool({
  inputSchema: Type.Object({ id: Type.String() }),
  capabilities: [],
  execute({ id }) {
    if (id === '') throw new BTCPError('NO_ORDER', { message: 'There is none.', suggestion: 'Name one.' });
    const wrong: number = id;
    return { id, wrong };
  },
});
export const clients = [new BTCPClient(), new BTCPTestClient()];
`;

// As in a project that `nest new` made before NestJS 11.
it('finds the types of packages where TypeScript resolves modules as in CommonJS, by `node`', async () => {
  const cwd = await writeProject({
    'src/get-order.ts': SOURCE,
    'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
  });
  expect(await findTypeErrors('typescript-5.5', join(cwd, 'tsconfig.json'))).toEqual([
    'src/get-order.ts:10 TS2322',
  ]);
});
