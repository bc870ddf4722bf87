/** Checks that no relative link of the documentation is dead. */
import { fileURLToPath } from 'node:url';
import { findDeadLinks, listDocuments } from './docs-site/find-dead-links.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const files = listDocuments(root);
const dead = findDeadLinks(root, files);
for (const message of dead) console.error(message);
if (dead.length > 0) {
  console.error('Correct the path, or the heading as GitHub writes it: lower case, with hyphens for spaces.');
  process.exitCode = 1;
} else console.log(`${files.length} files have no dead link.`);
