import type { JsonSchemaObject, UnplacedDiagnostic } from '@btcp/core';
import { UI_DOMAIN_PATTERN } from '@btcp/core/internal';
import { findManifestIssues } from '@btcp/schema';
import {
  CAPABILITY_DETAILS,
  CAPABILITY_FIELDS,
  closedObject as closed,
  CONFIG_FIELDS,
  isObject,
  joinPointer,
  withEnd,
} from '@btcp/schema/internal';
import type { Rule } from '@btcp/schema/check';
import { reasonOf } from '../system/project-error.ts';
import { configInvalid, orMeant } from './config-invalid.ts';

type Found = readonly UnplacedDiagnostic[];
type Entries = Readonly<Record<string, unknown>>;

/** The settings that go into the manifest as they are. */
const MANIFEST_SETTINGS = ['name', 'version', 'description', 'provider', 'config'];

/** Reports every mistake inside of settings whose own type is right. */
export async function diagnoseSettings(settings: Entries): Promise<Found> {
  const { rules, formats, capabilities, compare, ui, mcp } = settings;
  return [
    ...diagnoseManifest(settings),
    // Imported on demand: the lists of rules and formats are large, and few configs set any.
    ...(rules === undefined ? [] : diagnoseRules(rules, (await import('@btcp/schema/check')).RULES)),
    ...(formats === undefined
      ? []
      : diagnoseFormats(formats, (await import('@btcp/schema/compile')).FORMATS)),
    ...(capabilities === undefined ? [] : diagnoseCapabilities(capabilities)),
    ...(compare === undefined ? [] : await diagnoseCompare(compare)),
    ...(await diagnoseBy(UI, 'ui', ui, "Write { connectDomains: ['https://api.example.com'] }.")),
    ...(await diagnoseBy(MCP, 'mcp', mcp, "Write { results: 'both' }, 'structured' or 'text'.")),
  ];
}

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  Object.entries(isObject(value) ? value : {});

/** Levels of the format that confine nothing. */
const REFUSED: ReadonlySet<unknown> = new Set(['worker', 'ses']);

const refusedLevel = (level: string): UnplacedDiagnostic =>
  configInvalid(
    '/config/sandbox',
    `\`sandbox: '${level}'\` is refused by clients, because it does not confine tools.`,
    "Write 'iframe' or 'wasm'.",
  );

function diagnoseManifest(settings: Entries): Found {
  const { sandbox } = Object(settings['config']) as Entries;
  const given = MANIFEST_SETTINGS.filter((key) => settings[key] !== undefined);
  const issues = findManifestIssues(Object.fromEntries(given.map((key) => [key, settings[key]])));
  return [
    // What the manifest lacks may come from elsewhere.
    ...issues
      .filter(({ path }) => path !== '')
      .map(({ path, message, help }) => configInvalid(path, message, help)),
    ...unknownIn('/config', '`config`', settings['config'], CONFIG_FIELDS),
    ...(REFUSED.has(sandbox) ? [refusedLevel(String(sandbox))] : []),
  ];
}

/** Reports the members of an object that it cannot have. */
function unknownIn(path: string, what: string, value: unknown, known: readonly string[]): Found {
  return entriesOf(value)
    .filter(([key]) => !known.includes(key))
    .map(([key]) =>
      configInvalid(
        joinPointer(path, key),
        `${what} has no setting "${key}"${orMeant(key, known)}`,
        `It has ${known.join(', ')}.`,
      ),
    );
}

const SEVERITIES: ReadonlySet<unknown> = new Set(['off', 'info', 'warning', 'error']);

const diagnoseRules = (settings: unknown, rules: readonly Rule[]): Found =>
  entriesOf(settings).flatMap(([id, setting]) => diagnoseRule(id, setting, rules));

function diagnoseRule(id: string, setting: unknown, rules: readonly Rule[]): Found {
  const path = `/rules/${id}`;
  const rule = rules.find((each) => each.id === id);
  if (!rule) {
    const meant = orMeant(
      id,
      rules.map((each) => each.id),
      '"',
    );
    const message = `\`rules\` names "${id}", which is no rule${meant}`;
    return [configInvalid(path, message, '`btcp check --rules` lists them.')];
  }
  if (!SEVERITIES.has(setting)) {
    const message = `\`rules\` has ${JSON.stringify(setting)} for "${id}", which is no severity.`;
    return [configInvalid(path, message, "Write 'off', 'info', 'warning' or 'error'.")];
  }
  if (rule.isMandatory !== true || setting === 'error') return [];
  const message = `The rule "${id}" cannot be turned down: what breaks it cannot be published.`;
  return [configInvalid(path, message, 'Take it out of `rules`, and correct what it finds.')];
}

// Slow patterns are reported where they are used.
const diagnoseFormats = (
  formats: unknown,
  known: ReadonlySet<string> | ReadonlyMap<string, unknown>,
): Found => entriesOf(formats).flatMap(([name, pattern]) => diagnoseFormat(name, pattern, known.has(name)));

function diagnoseFormat(name: string, pattern: unknown, isKnown: boolean): Found {
  const path = joinPointer('/formats', name);
  if (isKnown) {
    const message = `\`formats\` has "${name}", which is a known format and is enforced already.`;
    return [configInvalid(path, message, 'Take it out, or give your own format another name.')];
  }
  if (typeof pattern !== 'string') {
    const message = `\`formats\` must have a regular expression as a string for "${name}".`;
    return [configInvalid(path, message, "Write what a value must match, for example '^[A-Z]{3}-\\\\d+$'.")];
  }
  try {
    new RegExp(pattern, 'u');
    return [];
  } catch (error) {
    const message = `The pattern of the format "${name}" is not valid: ${reasonOf(error)}`;
    const help = 'Correct it: JSON Schema reads patterns with the `u` flag of JavaScript.';
    return [configInvalid(path, message, help)];
  }
}

function diagnoseCapabilities(capabilities: unknown): Found {
  const at = {
    path: '/capabilities',
    name: 'capabilities',
    help: "Write `{ title: 'Delete invoices', description: '…', risk: 'high' }`.",
  };
  return [
    ...CAPABILITY_DETAILS(capabilities, at).map(({ path, message, help }) =>
      configInvalid(path, message, help),
    ),
    ...entriesOf(capabilities).flatMap(([name, details]) =>
      unknownIn(joinPointer('/capabilities', name), `The capability "${name}"`, details, CAPABILITY_FIELDS),
    ),
  ];
}

const BUMP = { enum: ['major', 'minor', 'patch'] };
const TEXT = { type: 'string', pattern: '\\S' };

const DOMAINS = { type: 'array', items: { type: 'string', pattern: UI_DOMAIN_PATTERN } };
const UI = closed({ connectDomains: DOMAINS, resourceDomains: DOMAINS });
const MCP = closed({ results: { enum: ['both', 'structured', 'text'] } });

/** Reports every mistake in the `compare` of a configuration. */
export async function diagnoseCompare(compare: unknown): Promise<Found> {
  const { CHANGE_RULES } = await import('@btcp/schema/compare');
  const setting = {
    anyOf: [BUMP, closed({ bump: BUMP, level: { enum: ['deny', 'warn', 'allow'] } })],
  };
  const schema = closed({
    strict: { type: 'boolean' },
    rules: closed(Object.fromEntries(Object.keys(CHANGE_RULES).map((id) => [id, setting]))),
    accepted: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tool: TEXT, path: TEXT, reason: TEXT },
        required: ['tool', 'path', 'reason'],
      },
    },
  });
  return diagnoseBy(schema, 'compare', compare, COMPARE_HELP);
}

async function diagnoseBy(
  schema: JsonSchemaObject,
  name: string,
  value: unknown,
  help: string,
): Promise<Found> {
  if (value === undefined) return [];
  const { compileSchema } = await import('@btcp/schema/compile');
  const verdict = compileSchema(schema)(value);
  return (verdict.ok ? [] : verdict.issues).map(({ path, message }) =>
    configInvalid(`/${name}${path}`, `In \`${name}\`, ${withEnd(message)}`, help),
  );
}

const COMPARE_HELP =
  "Write { strict: true, rules: { 'default-added': 'patch' }, accepted: [{ tool: 'getCell', path: '/inputSchema/properties/cell', reason: '…' }] }; a rule may also be { bump, level }, with a level of 'deny', 'warn' or 'allow'. `btcp diff` prints the ids of changes.";
