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

/** Every command, by what it is for, as `btcp --help` lists them. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly Command[]>> = {
  'Write tools': [init, build, check, explain, importing],
  'Try them': [call, discover, conform, evaluating],
  'Offer them': [serve, exporting, publish],
  'Release them': [diff, sign, verify],
  'In a shell': [completionOf(() => COMMANDS)],
};

export const COMMANDS: readonly Command[] = Object.values(COMMAND_GROUPS)
  .flat()
  .sort((a, b) => (a.name < b.name ? -1 : 1));
