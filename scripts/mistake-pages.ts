import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportDiagnostics } from '@btcp/cli';
import { check } from '@btcp/codegen';
import type { Diagnostic } from '@btcp/core';

/** Where the pages of mistakes are: each with a tool before and after, and what `btcp check` says of it. */
export const MISTAKE_PAGES = new URL('../docs/mistakes/', import.meta.url);

/** A tool before and after, as its page has it. */
export interface MistakePage {
  readonly name: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

// Inside the repository, so that the projects find the installed packages.
const PROJECTS = fileURLToPath(new URL('../test/.tmp/', import.meta.url));

const BEFORE = /## Before\n.*?```ts\n(.*?)```/s;
const AFTER = /## After\n.*?```ts\n(.*?)```/s;
const MESSAGES = /(## What `btcp check` says\n\n```text\n)(.*?)(```)/s;

/** The pages with a tool. */
export async function readMistakePages(): Promise<readonly MistakePage[]> {
  const files = (await readdir(MISTAKE_PAGES)).filter((file) => file.endsWith('.md')).sort();
  const pages = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, MISTAKE_PAGES), 'utf8');
      const [before, after] = [BEFORE.exec(text)?.[1], AFTER.exec(text)?.[1]];
      return before === undefined || after === undefined
        ? []
        : [{ name: file.replace('.md', ''), text, before, after }];
    }),
  );
  return pages.flat();
}

/** A page with what is said of its tool now. */
export function withMessages({ text }: MistakePage, messages: string): string {
  return text.replace(
    MESSAGES,
    (_, start: string, __, end: string) => `${start}${messages.trimEnd()}\n${end}`,
  );
}

/**
 * What `btcp check` says of each page's tool, by the page's name; nothing where it says nothing. They are checked as
 * one project: most of the time goes into the types of the browser.
 */
export async function checkMistakes(
  pages: readonly MistakePage[],
  kind: 'before' | 'after',
): Promise<ReadonlyMap<string, string>> {
  await mkdir(PROJECTS, { recursive: true });
  const cwd = await mkdtemp(join(PROJECTS, 'mistakes-'));
  try {
    await mkdir(join(cwd, 'src/tools'), { recursive: true });
    await Promise.all(Object.entries(PROJECT).map(([file, text]) => writeFile(join(cwd, file), text)));
    await Promise.all(pages.map((page) => writeFile(join(cwd, fileOf(page.name)), page[kind])));
    const { diagnostics } = await check({ cwd });
    const other = diagnostics.find(({ file }) => pages.every(({ name }) => file !== fileOf(name)));
    if (other) throw new Error(`This is about no page: ${other.file} ${other.message}`);
    return new Map(pages.flatMap((page) => messagesOf(page, page[kind], diagnostics)));
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

const fileOf = (name: string): string => `src/tools/${name}.ts`;

function messagesOf(
  { name }: MistakePage,
  source: string,
  diagnostics: readonly Diagnostic[],
): readonly (readonly [string, string])[] {
  const own = diagnostics.filter(({ file }) => file === fileOf(name));
  const text = reportDiagnostics('pretty', own, () => source.split('\n'));
  // An empty line of code ends in a space, which Markdown has no use for.
  return own.length === 0 ? [] : [[name, text.replaceAll(/ +$/gm, '').replaceAll('\n\n\n', '\n\n')]];
}

const PROJECT: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'mistakes',
    version: '1.0.0',
    description: 'Tools as somebody in a hurry writes them.',
    type: 'module',
  }),
  'btcp.config.ts': `import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/tools/*.ts'] });\n`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['@btcp/source'],
      allowImportingTsExtensions: true,
    },
  }),
};
