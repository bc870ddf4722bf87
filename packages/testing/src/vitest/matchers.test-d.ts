import type { Assertion } from 'vitest';
import './index.ts';

declare const assertion: Assertion<unknown>;

assertion.toBeValidTool();
void assertion.toReturnValidOutput({ cell: 'B5' }, '<p>').then(() => undefined);
void assertion.not.toReturnValidOutput();
void assertion.toRejectWithCode('INVALID_INPUT', '/cell').then(() => undefined);
// @ts-expect-error: a code is text
void assertion.toRejectWithCode(5);
// @ts-expect-error: a fixture is HTML, or its parts
void assertion.toReturnValidOutput({}, 5);
// @ts-expect-error: the tool is what is expected
assertion.toBeValidTool({});
