import type { Options } from 'prettier';

/** How the code is laid out: those of prettier's options that the emitter follows without prettier's help. */
export interface CodeLayout {
  readonly printWidth: number;
  readonly tabWidth: number;
  readonly useTabs: boolean;
  readonly singleQuote: boolean;
}

/** Prettier's defaults. */
export const DEFAULT_LAYOUT: CodeLayout = { printWidth: 80, tabWidth: 2, useTabs: false, singleQuote: false };

/**
 * The layout that a project's prettier options ask for, or undefined if they ask for more than the emitter can
 * follow; its text has to be formatted then.
 */
export function layoutOf(options: Options | null): CodeLayout | undefined {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  const isFollowed = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(DEFAULT_LAYOUT, name) || WITHOUT_EFFECT.has(name) || REQUIRED.get(name) === value;
  if (!given.every(isFollowed)) return undefined;
  const { printWidth, tabWidth, useTabs, singleQuote } = { ...DEFAULT_LAYOUT, ...Object.fromEntries(given) };
  return printWidth < MIN_WIDTH ? undefined : { printWidth, tabWidth, useTabs, singleQuote };
}

// On shorter lines there would be more to break than types and parameters.
const MIN_WIDTH = 80;

/** Options that the emitter follows only at their default. */
const REQUIRED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['semi', true],
  ['trailingComma', 'all'],
  ['bracketSpacing', true],
  ['objectWrap', 'preserve'],
  ['quoteProps', 'as-needed'],
  ['endOfLine', 'lf'],
  ['experimentalTernaries', false],
  ['insertPragma', false],
]);

/** Options that say nothing about the code that is emitted. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'arrowParens',
  'bracketSameLine',
  'embeddedLanguageFormatting',
  'experimentalOperatorPosition',
  'filepath',
  'htmlWhitespaceSensitivity',
  'jsxSingleQuote',
  'proseWrap',
  'singleAttributePerLine',
  'vueIndentScriptAndStyle',
]);
