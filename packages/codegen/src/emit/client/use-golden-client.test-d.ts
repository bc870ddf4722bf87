import type { BTCPError, Progress } from '@btcp/core';
import {
  createTools,
  type CallOptions,
  type GetCellValueInput,
  type UpdateCellOutput,
} from './golden-client.test-d.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const equal = <A, B>(_: Equal<A, B>): void => {};

const tools = createTools({ callTool: async () => ({}) });

equal<Parameters<typeof tools.getCellValue>[0], GetCellValueInput>(true);
equal<Parameters<typeof tools.getCellValue>[1], CallOptions | undefined>(true);
equal<
  NonNullable<GetCellValueInput['format']>,
  'plain' | 'formatted with the locale of the page' | 'as displayed on screen'
>(true);

declare const report: (update: Progress) => void;

export async function use(controller: AbortController): Promise<string> {
  const { value, formula } = await tools.getCellValue(
    { cell: 'B5' },
    { signal: controller.signal, timeout: 1_000, onProgress: report },
  );
  equal<typeof value, string | number | boolean | null>(true);
  equal<typeof formula, string | null>(true);
  const outline = await tools.getOutline();
  equal<typeof outline.children, (typeof outline)[]>(true);
  const written: UpdateCellOutput = await tools.update_cell({ cell: 'A1', value: 1, range: ['A1', 'B2'] });
  return written.ok ? 'written' : written.error;
}

equal<NonNullable<CallOptions['onProgress']>, (update: Progress) => void>(true);

// A caller of another package, whose options are its own.
interface Client {
  callTool(
    name: string,
    input: unknown,
    options?: { timeout?: number; signal?: AbortSignal },
  ): Promise<unknown>;
  lastError: BTCPError | undefined;
}
declare const client: Client;
createTools(client);

// @ts-expect-error there is no tool of this name
void tools.getCell;
// @ts-expect-error `cell` is missing
void tools.getCellValue({});
// @ts-expect-error there is no such property
void tools.getCellValue({ cell: 'B5', sheet: 1 });
// @ts-expect-error it is none of the three
void tools.getCellValue({ cell: 'B5', format: 'bold' });
// @ts-expect-error it takes nothing
void tools.getOutline({ depth: 1 });
// @ts-expect-error a range has one or two ends
void tools.update_cell({ cell: 'A1', value: 1, range: [] });
// @ts-expect-error not a caller
createTools({ call: async () => ({}) });
