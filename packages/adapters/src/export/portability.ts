import type { Manifest } from '@btcp/core';
import { collectExport, hasStrictForm } from './export-tools.ts';
import { readTools } from './read-tool.ts';
import { TARGETS, type Target } from '../targets/targets.ts';
import type { WarningCode } from '../lower/rules.ts';

/** What targets would drop, rewrite or refuse of a tool, and all targets with the same change. */
export interface PortabilityChange {
  readonly rule: 'target-drops' | 'target-rewrites' | 'target-refuses';
  readonly tool: string;
  /** A JSON pointer into the tool. */
  readonly at: string;
  readonly data: {
    readonly targets: readonly string[];
    /** The same as `at`, for messages. */
    readonly part: string;
    /** The schema keyword; empty where there is none. */
    readonly keyword: string;
    /** Why a target refuses the tool; empty where it does not. */
    readonly reason: string;
  };
}

/** Codes of changes without a loss. */
const REWRITES: ReadonlySet<WarningCode> = new Set([
  'any-expanded',
  'keyword-rewritten',
  'name-rewritten',
  'optional-to-nullable',
  'output-wrapped',
  'strict-fallback',
]);

interface Form {
  readonly id: string;
  readonly target: Target;
  readonly strict: boolean;
}

/** Every target, and every strict form with the suffix `-strict`. */
const FORMS: readonly Form[] = TARGETS.flatMap((target) => [
  { id: target, target, strict: false },
  ...(hasStrictForm(target) ? [{ id: `${target}-strict`, target, strict: true }] : []),
]);

/** Tells `btcp check` what the targets of a project would change. */
export const portability: {
  readonly targets: readonly string[];
  find(manifest: Manifest, targets: readonly string[]): readonly PortabilityChange[];
} = {
  targets: FORMS.map(({ id }) => id),
  find(manifest, targets) {
    const tools = readTools(manifest);
    const forms = FORMS.filter(({ id }) => targets.includes(id));
    return groupTargets(forms.flatMap((form) => findFor(form, manifest, tools)));
  },
};

function findFor(
  { id, target, strict }: Form,
  manifest: Manifest,
  tools: ReturnType<typeof readTools>,
): PortabilityChange[] {
  const { refused, reports } = collectExport(manifest, { target, strict }, tools);
  const refusals = refused.map(({ tool, reason, path, keyword = '' }): PortabilityChange => ({
    rule: 'target-refuses',
    tool,
    at: path.startsWith('/outputSchema') || path === '/name' ? path : `/inputSchema${path}`,
    data: { targets: [id], part: path, keyword, reason },
  }));
  const drops = reports.flatMap(({ tool, field, changes }) =>
    changes.map(({ code, path, keyword = '' }): PortabilityChange => {
      const at = field + path;
      const rule = REWRITES.has(code) ? 'target-rewrites' : 'target-drops';
      return { rule, tool, at, data: { targets: [id], part: at, keyword, reason: '' } };
    }),
  );
  return [...refusals, ...drops];
}

function groupTargets(changes: readonly PortabilityChange[]): readonly PortabilityChange[] {
  const groups = new Map<string, PortabilityChange>();
  for (const change of changes) {
    const { rule, tool, at, data } = change;
    const key = JSON.stringify([rule, tool, at, data.keyword, data.reason]);
    const group = groups.get(key);
    const targets = [...new Set([...(group?.data.targets ?? []), ...data.targets])];
    groups.set(key, { ...change, data: { ...data, targets } });
  }
  return [...groups.values()];
}
