import { compileSchema } from '@btcp/schema/compile';
import type { SchemaCompiler } from './check-registration.ts';

export { relaxRequired } from '@btcp/schema';

/**
 * Lets a client take manifests that come without validators: it compiles their schemas when they are registered.
 * Verdicts, issues and defaults are those of the validators that `btcp build` writes. It needs `eval`, which a
 * Content-Security-Policy may forbid, and weighs far more than those: for development, tests and Node.
 *
 * @example
 * const client = new BTCPClient({ compile: ajvCompiler() });
 */
export function ajvCompiler(): SchemaCompiler {
  return compileSchema;
}
