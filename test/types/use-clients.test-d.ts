import { createTools as office, type QueryDatabaseOutput } from '../../examples/office/generated/client.ts';
import { createTools as orders } from '../../examples/quickstart/generated/client.ts';
import {
  createTools as shop,
  type SearchProductsInput,
  type Tools as ShopTools,
} from '../../examples/shop/generated/client.ts';
import {
  createTools as spreadsheet,
  type CallOptions,
  type ToolCaller,
} from '../../examples/spreadsheet/generated/client.ts';

// Uses of generated clients: compiled here like everything, and by generated-client.test.ts where nothing is installed.

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const equal = <A, B>(_: Equal<A, B>): void => {};

const caller: ToolCaller = { callTool: async (name, input, options) => ({ name, input, options }) };

export const tools: ShopTools = shop(caller);

export async function buy(): Promise<string | undefined> {
  const input: SearchProductsInput = { query: 'shoes', filters: { color: 'red' } };
  const { results, totalCount } = await tools.searchProducts(input, { timeout: 1_000 });
  equal<typeof totalCount, number>(true);
  const { title } = await tools.getPageTitle();
  const { content } = await tools.getPageContent({ format: 'markdown' });
  const { fieldType } = await tools.fillFormField({ identifier: 'note', value: title + content });
  equal<typeof fieldType, 'input' | 'textarea' | 'select' | undefined>(true);
  return results[0]?.name;
}

export async function calculate(options: CallOptions): Promise<string | number | boolean | null> {
  const sheet = spreadsheet({ callTool: caller.callTool });
  const { value, displayValue } = await sheet.getCellValue({ cell: 'B5' }, options);
  equal<typeof value, string | number | boolean | null>(true);
  equal<typeof displayValue, string | undefined>(true);
  const { recalculatedCells } = await sheet.updateSpreadsheetCell({ cell: 'A1', value: 1 });
  return recalculatedCells[0] ?? value;
}

export async function work(): Promise<QueryDatabaseOutput['rows']> {
  const { calculate, file_edit, sendApiRequest, queryDatabase } = office(caller);
  const { result } = await calculate({ operation: 'add', a: 1, b: 2 });
  const { replacements } = await file_edit({ file_path: 'a.txt', old_string: '1', new_string: '2' });
  const { headers } = await sendApiRequest({ method: 'GET', url: 'https://orders.example/' });
  const etag = headers['etag'];
  equal<typeof etag, string | undefined>(true);
  const { rows } = await queryDatabase({ query: 'SELECT ?', parameters: [result, replacements, true, ''] });
  return rows;
}

export async function pay(): Promise<'paid'> {
  const { state } = await orders(caller).payOrder({ order: 'o1' });
  return state;
}
