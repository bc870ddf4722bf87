export {
  canonicalJson,
  digestManifest,
  digestTool,
  type ManifestDigests,
  type ToolDigest,
} from './digests.ts';
export { findChangedTools, type ChangedTool } from './find-changes.ts';
export { createKeyPair, readKeySet, type KeySet, type PrivateKey, type PublicKey } from './keys.ts';
export { signManifest, type ManifestSignature } from './sign-manifest.ts';
export { requireSignature, verifyManifest, type Verification } from './verify-manifest.ts';
