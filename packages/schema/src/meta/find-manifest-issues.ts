import { describeValue } from '../model/find-keyword-issues.ts';
import {
  anything,
  type Check,
  choice,
  integer,
  array,
  type ManifestIssue,
  object,
  issueAt,
  string,
  type At,
} from './field-checks.ts';
import { CAPABILITIES_FIELD } from './find-tool-issues.ts';
import {
  MANIFEST_STRINGS,
  MAX_CONCURRENT,
  PROVIDER_STRINGS,
  SANDBOXES,
  SHOWN_STRING,
  TIMEOUT,
  CAPABILITY_STRING,
  CAPABILITY_STRINGS,
  RISKS,
} from './limits.ts';
import { FULL_VERSION } from './versions.ts';
import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';
import { isObject } from '../model/own-property.ts';
import { joinPointer } from '../model/pointer.ts';

const fullVersion: Check = (value, at) => {
  const issues = string(SHOWN_STRING)(value, at);
  if (typeof value !== 'string' || issues.length > 0) return issues;
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
  sandbox: {
    // The format has `worker` and `ses`, too, which clients refuse.
    check: choice(SANDBOXES, ['iframe', 'wasm']),
    help: "Write 'iframe' or 'wasm' to isolate the tools, or leave `sandbox` out for tools that run in the page itself.",
  },
  maxConcurrent: { check: integer(MAX_CONCURRENT), help: 'Leave it out: 3 is what the protocol assumes.' },
});

const DETAILS = object({
  title: {
    check: string(CAPABILITY_STRINGS.title),
    help: 'Say in a few words what it allows, for example "Delete invoices".',
    isRequired: true,
  },
  description: {
    check: string(CAPABILITY_STRINGS.description),
    help: 'Say to users in a sentence what it allows, or leave `description` out.',
  },
  risk: { check: choice(RISKS), help: 'Say how much harm it can do, for example "high".', isRequired: true },
});

/** Whether a capability, or its old name, is of the protocol. */
export function isOfProtocol(capability: string): boolean {
  return Object.hasOwn(CAPABILITIES, capability) || Object.hasOwn(CAPABILITY_ALIASES, capability);
}

/** Whether a capability has a category of the protocol: `dom:raed`. Nobody else's may. */
export function isReserved(capability: string): boolean {
  const [category, action] = capability.split(':');
  return action !== undefined && Object.keys(CAPABILITIES).some((id) => id.startsWith(`${category}:`));
}

function checkName(name: string, at: At): ManifestIssue[] {
  if (isOfProtocol(name))
    return [
      issueAt(
        { ...at, help: 'Take it out, or give your own capability another name.' },
        'own-capability',
        'is a capability of the protocol, which has a risk and words of its own.',
      ),
    ];
  if (isReserved(name))
    return [
      issueAt(
        { ...at, help: 'Give your own capability another category, for example "invoices:delete".' },
        'own-capability',
        'has a category of the protocol.',
      ),
    ];
  const help = 'Name it category:action in lower-case letters, for example "invoices:delete".';
  return string({ ...CAPABILITY_STRING, ...SHOWN_STRING })(name, { ...at, help });
}

/** What is said of capabilities, by their names. */
export const CAPABILITY_DETAILS: Check = (value, at) => {
  // No name of a property that every object inherits is a capability, so each is refused as any malformed one.
  if (!isObject(value)) return object({})(value, at);
  return Object.entries(value).flatMap(([name, details]) => {
    const here = { path: joinPointer(at.path, name), name, help: at.help };
    const ofName = checkName(name, here);
    return ofName.length > 0 ? ofName : DETAILS(details, here);
  });
};

const MANIFEST = object({
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
  tools: { check: array(anything, 1), help: 'A manifest has at least one tool.', isRequired: true },
  capabilities: CAPABILITIES_FIELD,
  capabilityDetails: {
    check: CAPABILITY_DETAILS,
    help: 'Write an object: `{ "invoices:delete": { "title": "Delete invoices", "risk": "high" } }`.',
  },
  config: { check: CONFIG, help: 'Write the configuration as an object, or leave `config` out.' },
});

/**
 * Finds issues of a manifest's own fields, whatever its tools are: `findToolIssues` checks each of those.
 *
 * @param manifest - JSON of unknown shape; never written to.
 * @returns None for a valid one. Paths are JSON pointers into the manifest. Never throws for JSON.
 */
export function findManifestIssues(manifest: unknown): ManifestIssue[] {
  return MANIFEST(manifest, { path: '', name: 'manifest', help: 'Write a manifest as an object.' });
}
