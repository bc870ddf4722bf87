import { block, conditionalType, lines, type Code, type TypePrinter } from './print-code.ts';

/** The names that a `client.ts` declares or uses, beside the tools' own. */
export const RESERVED_NAMES: readonly string[] = [
  'CallOptions',
  'CallSignal',
  'MinimalSignal',
  'ToolCaller',
  'Tools',
  'createTools',
  'Promise',
];

/** The declarations that every `client.ts` begins with. They hold with and without the types of DOM and Node. */
export function clientPrelude(printer: TypePrinter): Code[] {
  const listener = [`type: ${printer.string('abort')}`, 'listener: () => void'];
  const globals = ['typeof globalThis extends ', block(['AbortSignal: { prototype: infer Signal };'])];
  return [
    lines([
      '/** What is needed of an `AbortSignal`. */',
      [
        'export interface MinimalSignal ',
        block([
          'readonly aborted: boolean;',
          'readonly reason: unknown;',
          'throwIfAborted(): void;',
          printer.method('addEventListener', listener, 'void'),
          printer.method('removeEventListener', listener, 'void'),
        ]),
      ],
    ]),
    lines([
      '/** `AbortSignal` where the project has its type. */',
      ['export type CallSignal = ', conditionalType(globals, 'Signal', 'MinimalSignal'), ';'],
    ]),
    lines([
      '/** How to run one call. */',
      [
        'export interface CallOptions ',
        block([
          '/** Milliseconds. */',
          'timeout?: number | undefined;',
          '/** Cancels the call when it is aborted. */',
          'signal?: CallSignal | undefined;',
        ]),
      ],
    ]),
    lines([
      '/** Anything that calls tools by name, such as a `BTCPClient`. */',
      [
        'export interface ToolCaller ',
        block([
          printer.method(
            'callTool',
            ['name: string', 'input: unknown', 'options?: CallOptions'],
            'Promise<unknown>',
          ),
        ]),
      ],
    ]),
  ];
}
