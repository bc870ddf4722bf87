import { withImplied } from '@btcp/core';
import { is, type ast } from '../../source/types/typescript.ts';
import { compareText } from '../../source/match-files.ts';
import type { Types } from '../../source/types/types.ts';
import type { Finding, Findings, FoundCapability } from './call-graph/findings.ts';
import type {
  CallStep,
  CapabilityFlag,
  CapabilityReport,
  CapabilityUse,
  Evidence,
} from './capability-report.ts';
import { declaredName, isClass, isFunctionNode } from '../../source/types/syntax.ts';

type Node = ast.Node;

/** The findings as plain data, in order of file and position. */
export function writeReport(findings: Findings, types: Types): CapabilityReport {
  const { capabilities, maybe, flags, lacking, change } = findings;
  const granted = new Set([...capabilities.values()].flatMap(({ capability }) => withImplied(capability)));
  const open = [...maybe.values()].filter(({ capability }) => !granted.has(capability));
  const evidence = (finding: Finding): Evidence => ({
    ...types.positionOf(finding.node),
    used: finding.used,
    path: pathTo(findings, finding.unit, types),
  });
  const use = (found: FoundCapability): CapabilityUse => ({
    capability: found.capability,
    ...evidence(found),
  });
  return {
    capabilities: [...capabilities.values()].map(use).sort(compareEvidence),
    maybe: open.map(use).sort(compareEvidence),
    flags: [...flags.values()]
      .map((found): CapabilityFlag => ({
        kind: found.flag,
        ...(found.power && { power: found.power }),
        ...(found.member !== undefined && { member: found.member }),
        ...evidence(found),
      }))
      .sort(compareEvidence),
    ...(lacking.size > 0 && { lacking: [...lacking.values()].map(evidence).sort(compareEvidence) }),
    ...(change && { state: evidence(change) }),
  };
}

function pathTo(findings: Findings, unit: Node, types: Types): readonly CallStep[] {
  const path: CallStep[] = [];
  for (let at: Node | undefined = unit; at;) {
    const arrival = findings.arrivals.get(at);
    if (!arrival?.from) break;
    path.unshift({ name: nameOfUnit(at), ...types.positionOf(arrival.node) });
    at = arrival.from;
  }
  return path;
}

function nameOfUnit(unit: Node): string {
  if (is.isSourceFile(unit) || is.isExpressionStatement(unit.parent)) return 'module';
  if (is.isConstructorDeclaration(unit)) return 'constructor';
  const hasName = isFunctionNode(unit) || isClass(unit) || is.isVariableDeclaration(unit);
  const { parent } = unit;
  const holdsNumber =
    is.isVariableDeclaration(parent) || is.isPropertyAssignment(parent) || is.isPropertyDeclaration(parent);
  return (
    (hasName ? declaredName(unit) : undefined) ??
    (holdsNumber ? declaredName(parent) : undefined) ??
    '(function)'
  );
}

function compareEvidence(a: Evidence, b: Evidence): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.used, b.used);
}
