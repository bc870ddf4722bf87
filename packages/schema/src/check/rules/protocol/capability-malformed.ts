import { CAPABILITIES } from '@btcp/core';
import { closestName } from '../../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

const KNOWN = Object.keys(CAPABILITIES);

type Values = { capability: string; meant: string | null; sentence: string };

export const capabilityMalformed: ToolRule<Values> = defineRule({
  id: 'capability-malformed',
  family: 'protocol',
  severity: 'error',
  isMandatory: true,
  fix: 'Writes the capability that was meant, if one is close.',
  title: 'Capability with invalid syntax',
  rationale: 'Hosts refuse a manifest with a capability that does not match the published pattern.',
  after: ['capability-wildcard'],
  check({ tool, report }) {
    for (const { path, keyword, message } of tool.issues) {
      if (!path.startsWith('/capabilities/') || keyword === 'known-capability') continue;
      const capability: unknown = tool.capabilities[Number(path.slice('/capabilities/'.length))];
      const written = typeof capability === 'string' ? capability : '';
      // Dots, slashes and the like are written for ":".
      const meant =
        closestName(written.replace(/[^A-Za-z]+/g, ':'), [...tool.ownCapabilities, ...KNOWN]) ?? null;
      report({ at: path, capability: written, meant, sentence: message });
    }
  },
  message: ({ capability, meant, sentence }) =>
    meant === null ? sentence : `${quoted(capability)} is not a valid capability; did you mean "${meant}"?`,
  help: 'Write category:action in lower-case letters, for example "dom:read" or "network:fetch:same-origin".',
  bad: { capabilities: ['DOM.read'] },
  good: { capabilities: ['dom:read'] },
});
