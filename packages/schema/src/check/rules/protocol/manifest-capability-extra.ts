import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';

export const manifestCapabilityExtra: ManifestRule<{ capability: string; isRepeated: boolean }> =
  defineManifestRule({
    id: 'manifest-capability-extra',
    family: 'protocol',
    severity: 'warning',
    title: 'Manifest that asks for more than its tools need',
    rationale: 'Users are asked to grant a capability that nothing uses, and trust the provider less for it.',
    after: ['manifest-invalid'],
    check({ manifest, report }) {
      // A tool without `capabilities` may need any.
      if (!manifest.tools.every(({ json }) => Array.isArray(json['capabilities']))) return;
      const needed = new Set(manifest.tools.flatMap((tool) => tool.capabilities));
      const seen = new Set<string>();
      for (const [index, capability] of manifest.capabilities.entries()) {
        const isRepeated = seen.has(capability);
        if (isRepeated || !needed.has(capability))
          report({ at: `/capabilities/${index}`, capability, isRepeated });
        seen.add(capability);
      }
    },
    message: ({ capability, isRepeated }) =>
      isRepeated
        ? `\`capabilities\` has ${quoted(capability)} more than once.`
        : `\`capabilities\` has ${quoted(capability)}, which no tool needs.`,
    help: "Take it out: the list is the union of the tools' capabilities, which `btcp build` writes.",
    bad: { capabilities: ['dom:read', 'geolocation'] },
    good: { capabilities: ['dom:read'] },
  });
