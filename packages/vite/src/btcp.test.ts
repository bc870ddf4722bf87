import { expect, it } from 'vitest';
import { btcp } from './btcp.ts';

it('refuses an option that there is not: Vite checks no types of its config', () => {
  expect(() => btcp({ config: 'web.btcp.config.ts' } as never)).toThrow(
    'btcp() has no option "config", only `configFile`.',
  );
  expect(btcp({ configFile: 'web.btcp.config.ts' })).toHaveLength(3);
});
