import type { BTCPConfig, UnplacedDiagnostic } from '@btcp/core';
import { reasonOf } from '../system/project-error.ts';
import { configInvalid, orMeant } from './config-invalid.ts';

interface Setting {
  readonly words: string;
  readonly test: (value: unknown) => boolean;
}

const STRING: Setting = { words: 'a string, not empty', test: isString };
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
  name: STRING,
  version: STRING,
  description: STRING,
  outDir: STRING,
  tsconfig: STRING,
  tools: {
    words: "an array of globs, for example ['src/tools/**/*.ts']",
    test: (value) => Array.isArray(value) && value.length > 0 && value.every(isString),
  },
  targets: {
    words: "an array of export targets, for example ['openai-chat', 'anthropic']",
    test: (value) => Array.isArray(value) && value.every(isString),
  },
  provider: OBJECT,
  config: OBJECT,
  ui: map("origins such as { connectDomains: ['https://api.example.com'] }"),
  rules: map('rules and severities'),
  formats: map('formats and patterns'),
  capabilities: map(
    "your own capabilities, such as { 'invoices:delete': { title: 'Delete invoices', risk: 'high' } }; a tool lists itself what it uses",
  ),
  mcp: map("what MCP clients get, such as { results: 'structured' }"),
  publish: map('what `btcp publish` needs'),
  compare: map('settings: `strict`, `rules` and `accepted`'),
} satisfies Readonly<Record<keyof BTCPConfig, Setting>>;

function map(words: string): Setting {
  return { words: `an object of ${words}`, test: (value) => OBJECT.test(value) && !Array.isArray(value) };
}

function isString(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Copies a config, because accessors could throw, or return something else later. */
export function readOnce(config: unknown): {
  readonly config: unknown;
  readonly unreadable?: UnplacedDiagnostic;
} {
  if (typeof config !== 'object' || config === null) return { config };
  try {
    return { config: { ...config } };
  } catch (error) {
    const message = `The config cannot be read: ${reasonOf(error)}`;
    return { config, unreadable: configInvalid('', message, 'Write its settings as plain values.') };
  }
}

export async function diagnoseConfig(config: unknown): Promise<readonly UnplacedDiagnostic[]> {
  if (typeof config !== 'object' || config === null) {
    const help = 'Write `export default defineConfig({ tools: [...] })`.';
    return [configInvalid('', 'The config file has no default export.', help)];
  }
  const diagnostics = Object.entries(config).flatMap(([key, value]) => diagnoseSetting(key, value) ?? []);
  // A missing setting may be a misspelt one, which has its own diagnostic.
  if (!('tools' in config) && diagnostics.length === 0) diagnostics.push(WITHOUT_TOOLS);
  const settings = Object.fromEntries(
    Object.entries(config).filter(([key, value]) => diagnoseSetting(key, value) === undefined),
  );
  // Imported on demand: most configs only say where the tools are.
  if (Object.keys(settings).every((key) => key === 'tools' || key === 'outDir')) return diagnostics;
  const { diagnoseSettings } = await import('./diagnose-settings.ts');
  return [...diagnostics, ...(await diagnoseSettings(settings))];
}

const WITHOUT_TOOLS = configInvalid(
  '',
  'The config does not say where the tools are.',
  "Add `tools: ['src/tools/**/*.ts']`.",
);

function diagnoseSetting(key: string, value: unknown): UnplacedDiagnostic | undefined {
  const accepts = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
  if (!accepts) {
    const message = `\`${key}\` is not a setting${orMeant(key, Object.keys(FIELDS))}`;
    return configInvalid(`/${key}`, message, `The settings are ${Object.keys(FIELDS).join(', ')}.`);
  }
  if (value === undefined || accepts.test(value)) return undefined;
  const message = `\`${key}\` must be ${accepts.words}.`;
  return configInvalid(`/${key}`, message, 'See `BTCPConfig` in @btcp/core for what it takes.');
}
