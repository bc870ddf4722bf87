import type { ManifestIssue } from '../../meta/field-checks.ts';
import { CONFIG_FIELDS, MANIFEST_FIELDS, PROVIDER_FIELDS } from '../../meta/fields.ts';
import { isObject } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { defineManifestRule, type ManifestRule } from '../define-rule.ts';
import { quoted, shown } from '../text/quote.ts';

// Versions and capabilities have rules of their own.
const isOwn = ({ path, keyword }: ManifestIssue): boolean =>
  keyword !== 'full-version' && !path.startsWith('/capabilities/');

export const MANIFEST_FIELD_RULES: readonly ManifestRule[] = [
  defineManifestRule<{ keyword: string; sentence: string; advice: string }>({
    id: 'manifest-invalid',
    severity: 'error',
    isMandatory: true,
    check({ manifest, report }) {
      for (const { path, keyword, params, message, help } of manifest.issues.filter(isOwn)) {
        const at = params === undefined ? path : joinPointer(path, params.missingProperty);
        report({ at, keyword, sentence: message, advice: help });
      }
    },
    message: ({ sentence }) => sentence,
    help: ({ advice }) => advice,
  }),
  defineManifestRule<{ field: string; meant: string }>({
    id: 'manifest-field-misspelt',
    severity: 'warning',
    after: ['manifest-invalid'],
    check({ manifest, report }) {
      const parts = [
        ['', manifest.json, MANIFEST_FIELDS],
        ['/provider', manifest.json['provider'], PROVIDER_FIELDS],
        ['/config', manifest.json['config'], CONFIG_FIELDS],
      ] as const;
      for (const [path, part, fields] of parts) {
        for (const [field, meant] of misspelt(part, fields))
          report({ at: joinPointer(path, field), field, meant });
      }
    },
    message: ({ field, meant }) =>
      `${quoted(field)} is not a field of a manifest; did you mean \`${meant}\`?`,
    help: ({ meant }) => `Rename it to \`${meant}\`.`,
  }),
  defineManifestRule<{ sentence: string }>({
    id: 'manifest-version-invalid',
    severity: 'error',
    isMandatory: true,
    check({ manifest, report }) {
      for (const { path, keyword, message } of manifest.issues) {
        if (keyword === 'full-version') report({ at: path, sentence: message });
      }
    },
    message: ({ sentence }) => sentence,
    help: 'Write three numbers, for example "1.0.0" or "2.1.0-beta.1"; raise the first one when callers would break.',
  }),
  defineManifestRule({
    id: 'manifest-without-description',
    severity: 'warning',
    check({ manifest, report }) {
      // A value that is not an object lacks everything, which is one mistake.
      if (manifest.isObject && !Object.hasOwn(manifest.json, 'description')) report({ at: '' });
    },
    message: () => 'The manifest has no description.',
    help: 'Add `description` to the config or to package.json: what these tools are for, in one sentence.',
  }),
  defineManifestRule<{ capability: string; needs: string }>({
    id: 'manifest-capability-missing',
    severity: 'error',
    isMandatory: true,
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
  }),
  defineManifestRule<{ capability: string; isRepeated: boolean }>({
    id: 'manifest-capability-extra',
    severity: 'warning',
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
  }),
  defineManifestRule<{ tool: string; first: number }>({
    id: 'tool-duplicate-name',
    severity: 'error',
    isMandatory: true,
    check({ manifest, report }) {
      const firsts = new Map<string, number>();
      for (const [index, { name }] of manifest.tools.entries()) {
        const first = firsts.get(name);
        if (first === undefined) firsts.set(name, index);
        else if (name !== '') report({ at: `/tools/${index}/name`, tool: name, first });
      }
    },
    message: ({ tool, first }) =>
      `Two tools are called "${shown(tool)}"; the other one is \`tools[${first}]\`.`,
    help: 'Rename one of them.',
  }),
];

function misspelt(part: unknown, fields: readonly string[]): readonly (readonly [string, string])[] {
  if (!isObject(part)) return [];
  return Object.keys(part).flatMap((field) => {
    const meant = fields.includes(field) ? undefined : closestName(field, fields);
    return meant === undefined || Object.hasOwn(part, meant) ? [] : [[field, meant] as const];
  });
}
