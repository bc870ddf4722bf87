export { compareManifests, type ComparedManifest, type ManifestComparison } from './compare-manifests.ts';
export type { ChangeFinding } from './finding.ts';
export { type GateResult, gateVersion } from './gate-version.ts';
export { CHANGE_RULES, type ChangeId, type ChangeRule } from './rules.ts';
