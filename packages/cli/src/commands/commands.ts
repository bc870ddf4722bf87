import type { Command } from '../command.ts';
import { build } from './build.ts';
import { call } from './call.ts';
import { check } from './check.ts';
import { completionOf } from './completion.ts';
import { conform } from './conform.ts';
import { diff } from './diff.ts';
import { discover } from './discover.ts';
import { evaluating } from './eval.ts';
import { explain } from './explain.ts';
import { exporting } from './export.ts';
import { importing } from './import.ts';
import { init } from './init.ts';
import { publish } from './publish.ts';
import { serve } from './serve.ts';
import { sign } from './sign.ts';
import { verify } from './verify.ts';

/** Every command, as help lists them. */
export const COMMANDS: readonly Command[] = [
  build,
  call,
  check,
  completionOf(() => COMMANDS),
  conform,
  diff,
  discover,
  evaluating,
  explain,
  exporting,
  importing,
  init,
  publish,
  serve,
  sign,
  verify,
];
