import { isReadingCapability } from '@btcp/core';
import { isObject } from '@btcp/schema';
import type { CapabilityReport } from '../../infer/capabilities/capability-report.ts';
import type { CapabilityDiagnostic } from './compare-capabilities.ts';

/**
 * Finds where code does more than read although its MCP annotations say that it only reads.
 *
 * @param mcp - The field `mcp` of the definition.
 */
export function contradictedHints(
  { capabilities }: CapabilityReport,
  mcp: unknown,
): readonly CapabilityDiagnostic[] {
  const annotations = isObject(mcp) ? mcp['annotations'] : undefined;
  if (!isObject(annotations) || annotations['readOnlyHint'] !== true) return [];
  const use = capabilities.find(({ capability }) => !isReadingCapability(capability));
  if (!use) return [];
  const { capability, used, path } = use;
  return [
    {
      id: 'read-only-hint-contradicted',
      at: '/mcp/annotations/readOnlyHint',
      data: { capability, used, path },
    },
  ];
}
