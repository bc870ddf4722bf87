import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '@btcp/cli';

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
    let out = '';
    const io = {
      cwd,
      stdout: (text: string) => void (out += text),
      stderr: () => undefined,
      isTerminal: false,
    };
    await runCli(['check'], io);
    return byPage(pages, out);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

const fileOf = (name: string): string => `src/tools/${name}.ts`;

function byPage(pages: readonly MistakePage[], out: string): ReadonlyMap<string, string> {
  // The last line only counts; an empty line of code ends in a space, which Markdown has no use for.
  const messages = out
    .replaceAll(/ +$/gm, '')
    .replace(/\n[^\n]*\n$/, '\n')
    .split(/^(?=\S+:\d+:\d+ {2})/m);
  const told = pages.map(({ name }) => {
    const own = messages.filter((message) => message.startsWith(`${fileOf(name)}:`));
    return [name, own.map((message) => message.trimEnd()).join('\n\n')] as const;
  });
  const others = messages.filter(
    (message) => !pages.some(({ name }) => message.startsWith(`${fileOf(name)}:`)),
  );
  if (others.length > 1 || !/^(no problems)?\s*$/.test(others.join('')))
    throw new Error(`This is about no page:\n${others.join('')}`);
  return new Map(told.filter(([, text]) => text !== ''));
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
