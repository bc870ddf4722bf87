import { canonicalJson } from '../canonical-json.ts';
import type { FileWriter } from '../publication.ts';

/** The manifest, in the form whose digest is signed. */
export const manifestFile: FileWriter = ({ manifest }) => [
  { path: '.well-known/btcp.json', text: canonicalJson(manifest) },
];
