import { copyJson } from '../json-schema/copy-json.ts';
import { describeValue } from '../json-schema/find-keyword-issues.ts';
import { getOwn, isObject, type MutableObject } from '../json-schema/own-property.ts';
import { joinPointer } from '../json-schema/pointer.ts';
import {
  anything,
  type Check,
  choice,
  type Field,
  integer,
  array,
  type ManifestIssue,
  object,
  issueAt,
  string,
} from './field-checks.ts';
import { CAPABILITIES_FIELD, checkTool } from './find-tool-issues.ts';
import {
  FULL_VERSION,
  MANIFEST_STRINGS,
  MAX_CONCURRENT,
  PROVIDER_STRINGS,
  SANDBOXES,
  TIMEOUT,
} from './limits.ts';

/** Maximum values in a manifest: room for some ten thousand tools. */
const MAX_MANIFEST_VALUES = 10_000_000;

const fullVersion: Check = (value, at) => {
  if (typeof value !== 'string') return string()(value, at);
  const what = `must be a full semantic version; got ${describeValue(value)}.`;
  return FULL_VERSION.test(value) ? [] : [issueAt(at, 'full-version', what)];
};

const PROVIDER = object({
  name: { check: string(PROVIDER_STRINGS.name), help: 'Write the name to show.', isRequired: true },
  url: { check: string(PROVIDER_STRINGS.url), help: 'For example "https://example.com".' },
  contact: { check: string(PROVIDER_STRINGS.contact), help: 'For example "support@example.com".' },
  icon: { check: string(PROVIDER_STRINGS.icon), help: 'For example "https://example.com/icon.svg".' },
});

const CONFIG = object({
  timeout: { check: integer(TIMEOUT), help: 'Write milliseconds, for example 30000.' },
  sandbox: { check: choice(SANDBOXES), help: 'Leave `sandbox` out for "worker".' },
  maxConcurrent: { check: integer(MAX_CONCURRENT), help: 'Leave it out: 3 is what the protocol assumes.' },
});

const TOOLS: Field = {
  check: array(checkTool, 1),
  help: 'A manifest has at least one tool.',
  isRequired: true,
};

const FIELDS: Readonly<Record<string, Field>> = {
  btcp: { check: string(MANIFEST_STRINGS.btcp), help: 'Write "1.0".', isRequired: true },
  name: {
    check: string(MANIFEST_STRINGS.name),
    help: 'Use lower-case letters, digits and "-", beginning with a letter, for example "spreadsheet-tools".',
    isRequired: true,
  },
  version: { check: fullVersion, help: 'For example "1.0.0" or "2.1.0-beta.1".', isRequired: true },
  description: {
    check: string(MANIFEST_STRINGS.description),
    help: 'Say in a sentence what the tools are for.',
  },
  provider: { check: PROVIDER, help: 'Write the provider as { "name": "…" }, or leave `provider` out.' },
  tools: TOOLS,
  capabilities: CAPABILITIES_FIELD,
  config: { check: CONFIG, help: 'Write the configuration as an object, or leave `config` out.' },
};
const MANIFEST = object(FIELDS);
const OWN_FIELDS = object({ ...FIELDS, tools: { ...TOOLS, check: array(anything, 1) } });
const ROOT = { path: '', name: 'manifest', help: 'Write a manifest as an object.' } as const;

/**
 * Finds issues of a manifest's own fields, whatever its tools are.
 *
 * @param manifest - JSON.
 */
export function findManifestFieldIssues(manifest: unknown): ManifestIssue[] {
  return OWN_FIELDS(manifest, ROOT);
}

/**
 * What keeps a manifest from being built: everything that the published meta-schema refuses, and what a build asks
 * for beyond it (a full version, unique names, input schemas of objects, the exact union of capabilities).
 *
 * @param manifest - Any value; one that is not JSON is an issue.
 * @returns Errors, and warnings for what a build accepts but advises against; paths point into the manifest.
 */
export function findManifestIssues(manifest: unknown): ManifestIssue[] {
  const issues: ManifestIssue[] = [];
  const report = (path: string, message: string, help: string): void => {
    issues.push({ path, keyword: 'json', message, help, severity: 'error' });
  };
  const copy = copyJson(manifest, report, MAX_MANIFEST_VALUES);
  if (issues.length > 0) return issues;
  issues.push(...MANIFEST(copy, ROOT));
  if (!isObject(copy)) return issues;
  return [...issues, ...checkDescription(copy), ...checkNames(copy), ...checkUnion(copy)];
}

function checkDescription(manifest: MutableObject): ManifestIssue[] {
  if (Object.hasOwn(manifest, 'description')) return [];
  const help = 'Say in a sentence what the tools are for.';
  return [issueAt({ path: '', name: 'description', help }, 'described', 'is missing.', 'warning')];
}

function checkNames(manifest: MutableObject): ManifestIssue[] {
  const seen = new Set<unknown>();
  return toolsOf(manifest).flatMap((tool, index) => {
    const name = getOwn(tool, 'name');
    const isRepeated = typeof name === 'string' && seen.has(name);
    seen.add(name);
    const at = { path: joinPointer('/tools', index, 'name'), name: 'name', help: 'Rename one of the tools.' };
    return isRepeated ? [issueAt(at, 'unique-name', `is "${name}", as that of an earlier tool.`)] : [];
  });
}

function checkUnion(manifest: MutableObject): ManifestIssue[] {
  const declared = capabilitiesOf(manifest);
  const needed = new Set(toolsOf(manifest).flatMap(capabilitiesOf));
  const help = 'List the capabilities of all tools, each once; `btcp build` does.';
  const missing = [...needed].filter((capability) => !declared.includes(capability));
  const extra = declared.filter((capability) => !needed.has(capability));
  const repeated = declared.filter((capability, index) => declared.indexOf(capability) < index);
  return [
    ...missing.map((capability) => `lacks "${capability}", which a tool needs.`),
    ...extra.map((capability) => `has "${capability}", which no tool needs.`),
    ...repeated.map((capability) => `has "${capability}" more than once.`),
  ].map((what) => issueAt({ path: '/capabilities', name: 'capabilities', help }, 'capability-union', what));
}

function toolsOf(manifest: MutableObject): MutableObject[] {
  const tools = getOwn(manifest, 'tools');
  return Array.isArray(tools) ? tools.map((tool: unknown) => (isObject(tool) ? tool : {})) : [];
}

function capabilitiesOf(holder: MutableObject): string[] {
  const capabilities = getOwn(holder, 'capabilities');
  return Array.isArray(capabilities) ? capabilities.filter((each) => typeof each === 'string') : [];
}
