import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

// A build copies docs/rules beside the bundle.
const PAGES = new URL(
  extname(import.meta.url) === '.ts' ? '../../../../docs/rules/' : '../rules/',
  import.meta.url,
);

/** What is said of a rule on its page. */
export interface RulePage {
  /** All of it, in Markdown. */
  readonly text: string;
  readonly title: string;
  /** Why the rule matters. */
  readonly rationale: string;
  /** Whether `btcp check --fix` does something about it. */
  readonly isFixable: boolean;
}

/** Reads a page of that folder. */
export function readPage(name: string): string {
  return readFileSync(new URL(`${name}.md`, PAGES), 'utf8');
}

/** Reads the page of a rule. */
export function readRulePage(id: string): RulePage {
  const text = readPage(id);
  const [title = '', , rationale = ''] = text.split('\n\n');
  return {
    text,
    title: title.replace('# ', ''),
    rationale,
    isFixable: text.includes('\n`btcp check --fix`: '),
  };
}
