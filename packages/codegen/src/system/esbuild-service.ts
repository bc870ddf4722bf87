import type { BuildOptions, Message, Loader } from 'esbuild';
import { IS_BUILT } from './process.ts';

/** When the toolkit runs from source, its packages resolve to source as well. */
export const CONDITIONS: readonly string[] = IS_BUILT ? [] : ['@btcp/source'];

type InMemory = BuildOptions & { readonly write: false };

/** Options of a bundle that is the same on every machine: without comments, which would name paths of this one. */
export const inMemory = (tsconfig: string | undefined): InMemory => ({
  bundle: true,
  write: false,
  conditions: [...CONDITIONS],
  minify: true,
  legalComments: 'none',
  ...(tsconfig !== undefined && { tsconfig }),
  logLevel: 'silent',
});

/** The same of a bundle for pages. */
export const forPages = (tsconfig: string | undefined): InMemory => ({
  ...inMemory(tsconfig),
  platform: 'browser',
  target: 'es2022',
  conditions: [...CONDITIONS, 'module'],
});

/** The first message of esbuild's error about code; any other error is thrown. */
export function firstMessage(error: unknown): Message {
  const [first] = (error as { readonly errors?: readonly Message[] }).errors ?? [];
  if (!first) throw error;
  return first;
}

/** A message with its place: `src/a.ts:3: Expected ";"`. */
export const withPlace = ({ location, text }: Message): string =>
  `${location ? `${location.file}:${location.line}: ` : ''}${text}`;

let users = 0;

/**
 * Runs a function that uses esbuild, and stops esbuild's process after its last user: after a large bundle it would keep
 * a hundred megabytes for the rest of the build.
 */
export async function withEsbuild<T>(use: () => Promise<T>, isLarge: boolean): Promise<T> {
  users++;
  try {
    return await use();
  } finally {
    users--;
    if (isLarge && users === 0) await (await import('esbuild')).stop();
  }
}

const ASSETS =
  'css module.css scss sass less svg png jpg jpeg gif webp avif ico woff woff2 html md txt'.split(' ');

/** Loads assets that a page would bundle (styles, images, text) as empty modules. */
export const ASSET_LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
  ASSETS.map((extension) => [`.${extension}`, 'empty']),
);
