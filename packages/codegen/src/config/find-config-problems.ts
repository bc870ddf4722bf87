import { closestName } from '@btcp/schema/runtime';
import { reasonOf } from '../system/project-error.ts';
import type { ConfigProblem } from './config-problem.ts';

interface Setting {
  /** What it must be. */
  readonly words: string;
  readonly test: (value: unknown) => boolean;
}

const TEXT: Setting = { words: 'text, not empty', test: isText };
const OBJECT: Setting = {
  words: 'an object of JSON',
  test: (value) => typeof value === 'object' && value !== null && isJson(value),
};

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

const FIELDS: Readonly<Record<string, Setting>> = {
  name: TEXT,
  version: TEXT,
  description: TEXT,
  outDir: TEXT,
  tsconfig: TEXT,
  tools: {
    words: "a list of globs, for example ['src/tools/**/*.ts']",
    test: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  },
  targets: {
    words: "a list of export targets, for example ['openai-chat', 'gemini']",
    test: (value) => Array.isArray(value) && value.every(isText),
  },
  provider: OBJECT,
  config: OBJECT,
  rules: map('rules and severities'),
  formats: map('formats and patterns'),
};

function map(words: string): Setting {
  return { words: `an object of ${words}`, test: (value) => OBJECT.test(value) && !Array.isArray(value) };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** A copy of a config: an object with accessors could throw, or answer differently later. */
export function readOnce(config: unknown): { readonly config: unknown; readonly unreadable?: ConfigProblem } {
  if (typeof config !== 'object' || config === null) return { config };
  try {
    return { config: { ...config } };
  } catch (error) {
    const message = `The config cannot be read: ${reasonOf(error)}`;
    return { config, unreadable: { message, help: 'Write its settings as plain values.' } };
  }
}

/** Everything that is wrong with what a config file exports. */
export async function findConfigProblems(config: unknown): Promise<readonly ConfigProblem[]> {
  if (typeof config !== 'object' || config === null) {
    return [
      {
        message: 'The config file has no default export.',
        help: 'Write `export default defineConfig({ tools: [...] })`.',
      },
    ];
  }
  const problems = Object.entries(config).flatMap(([key, value]) => findSettingProblem(key, value) ?? []);
  // Where a setting is misspelt, that is why this one is missing.
  if (!('tools' in config) && problems.length === 0) problems.push(WITHOUT_TOOLS);
  const { rules, formats } = config as Readonly<Record<string, unknown>>;
  return [
    ...problems,
    ...(FIELDS['rules']?.test(rules) ? await findRuleProblems(rules) : []),
    ...(formats === undefined ? [] : await findFormatsProblems(formats)),
  ];
}

// What knows every rule and format is large, and few configs set any.
const findRuleProblems = async (rules: unknown): Promise<readonly ConfigProblem[]> =>
  (await import('./rule-settings.ts')).findRuleSettingProblems(rules);
const findFormatsProblems = async (formats: unknown): Promise<readonly ConfigProblem[]> =>
  (await import('./find-format-problems.ts')).findFormatProblems(formats);

const WITHOUT_TOOLS: ConfigProblem = {
  message: 'The config does not say where the tools are.',
  help: "Add `tools: ['src/tools/**/*.ts']`.",
};

function findSettingProblem(key: string, value: unknown): ConfigProblem | undefined {
  const accepts = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
  if (!accepts) {
    const close = closestName(key, Object.keys(FIELDS));
    return {
      path: `/${key}`,
      message: `\`${key}\` is not a setting${close === undefined ? '.' : `; did you mean \`${close}\`?`}`,
      help: `The settings are ${Object.keys(FIELDS).join(', ')}.`,
    };
  }
  if (value === undefined || accepts.test(value)) return undefined;
  return {
    path: `/${key}`,
    message: `\`${key}\` must be ${accepts.words}.`,
    help: 'See `BtcpConfig` in @btcp/core for what it takes.',
  };
}
