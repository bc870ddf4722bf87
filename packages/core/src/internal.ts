/** What only the toolkit's own packages call; semantic versioning does not cover it. */
export { setFailureDetails } from '#failure-details';
export { CAPABILITY_PATTERN, isReadingCapability } from './capabilities/capability.ts';
export { copyJson } from './copy-json.ts';
export { ownValue } from './copy-json.ts';
export { checkJsonText, holdsNumber, parseCallJson, tryJson } from './json-text.ts';
export {
  derivedHints,
  type DerivedHints,
  findBuiltFingerprints,
  joinFingerprints,
  UI_DOMAIN_PATTERN,
} from './manifest.ts';
