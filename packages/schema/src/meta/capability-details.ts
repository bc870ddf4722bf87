import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';
import { isObject } from '../model/own-property.ts';
import { joinPointer } from '../model/pointer.ts';
import { type At, type Check, choice, issueAt, type ManifestIssue, object, string } from './field-checks.ts';
import { CAPABILITY_STRING, CAPABILITY_STRINGS, RISKS, SHOWN_STRING } from './limits.ts';

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

function checkName(name: string, at: At): ManifestIssue[] {
  if (isOfProtocol(name))
    return [
      issueAt(
        { ...at, help: 'Take it out, or give your own capability another name.' },
        'own-capability',
        'is a capability of the protocol, which has a risk and words of its own.',
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
