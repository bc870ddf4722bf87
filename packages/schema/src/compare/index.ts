export { compareManifests, type ComparedManifest, type ManifestComparison } from './compare-manifests.ts';
export type { ChangeFinding } from './rules.ts';
export { gate, type GatedManifest, type GateResult, isFullVersion } from './gate.ts';
export { isEarlierVersion } from '../meta/versions.ts';
export { CHANGE_RULES, type ChangeId, type ChangeRule } from './rules.ts';
