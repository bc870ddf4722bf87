/** Writes docs/rules from the rules. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { RULE_PAGES, rulePages } from './rule-pages.ts';

await mkdir(RULE_PAGES, { recursive: true });
const pages = await rulePages();
for (const name of await readdir(RULE_PAGES)) if (!pages.has(name)) await rm(new URL(name, RULE_PAGES));
for (const [name, text] of pages) await writeFile(new URL(name, RULE_PAGES), text);
