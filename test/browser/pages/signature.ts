import { createKeyPair, signManifest, verifyManifest, type Verification } from '@btcp/client/signature';

const read = async (path: string): Promise<string> => (await fetch(path)).text();
const manifest = await read('/btcp.json');
const signature = await read('/btcp.sig.json');
const keys = await read('/btcp.keys.json');

/** Signs with a key that the browser made. */
async function verifyOwn(): Promise<boolean> {
  const { privateKey, publicKey } = await createKeyPair();
  return (await verifyManifest(manifest, await signManifest(manifest, privateKey), { keys: [publicKey] })).ok;
}

const results: (Verification | boolean)[] = [await verifyManifest(manifest, signature, keys)];
// Elsewhere, browsers have no `crypto.subtle`.
if (isSecureContext) {
  results.push(await verifyManifest(manifest.replace('Retrieves', 'Deletes'), signature, keys));
  results.push(await verifyOwn());
}
document.title = JSON.stringify(results);
