import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const manifestCapabilityMissing: ManifestRule<{ capability: string; needs: string }> =
  defineManifestRule({
    id: 'manifest-capability-missing',
    family: 'protocol',
    severity: 'error',
    isMandatory: true,
    title: 'Manifest that does not declare what a tool needs',
    rationale:
      "A host asks its user for the manifest's capabilities; a tool that needs another one is denied on every call.",
    after: ['manifest-invalid'],
    check({ manifest, report }) {
      const declared = new Set<unknown>(manifest.capabilities);
      for (const tool of manifest.tools) {
        for (const capability of tool.capabilities) {
          if (typeof capability !== 'string' || declared.has(capability)) continue;
          declared.add(capability);
          report({ at: '/capabilities', capability, needs: tool.name });
        }
      }
    },
    message: ({ capability, needs }) =>
      `\`capabilities\` lacks ${quoted(capability)}, which the tool ${quoted(needs)} needs.`,
    help: 'List the capabilities of all tools, each once; `btcp build` does.',
    bad: { capabilities: [] },
    good: { capabilities: ['dom:read'] },
  });
