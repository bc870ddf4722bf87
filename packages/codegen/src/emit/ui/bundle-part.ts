import { dirname, resolve } from 'node:path';
import { build, type Loader, type Message, type Plugin } from 'esbuild';
import { firstMessage, forPages, withEsbuild } from '../../system/esbuild-service.ts';
import { isAllowed, MEDIA_TYPES, type UiSettings } from './ui-settings.ts';

/** A script or style sheet to bundle: a file, or what an element of HTML has in it. */
export interface UiPart {
  /** Absolute path; of an element's text, that of its HTML. */
  readonly path: string;
  readonly loader: 'js' | 'css';
  /** The element's text, and where it begins, counted from 1. */
  readonly inline?: { readonly text: string; readonly line: number; readonly column: number };
}

export interface BundledPart {
  readonly script: string;
  /** Of the part itself, or what its script imports. */
  readonly style: string;
  /** Absolute paths of all files in it. */
  readonly inputs: readonly string[];
}

/** A place in a file, counted from 1. */
interface UiPlace {
  readonly line?: number;
  readonly column?: number;
}

export class UiError extends Error {
  readonly path: string;
  readonly line: number;
  readonly column: number;

  /** @param path - Absolute. */
  constructor(message: string, path: string, place: UiPlace = {}) {
    const { line = 1, column = 1 } = place;
    super(message);
    this.path = path;
    this.line = line;
    this.column = column;
  }
}

/** Bundles a part of a document with all that it imports: the same bytes on every machine. @throws UiError */
export async function bundlePart(
  { path, loader, inline }: UiPart,
  settings: UiSettings,
): Promise<BundledPart> {
  const { root, tsconfig } = settings;
  const bundle = async (): Promise<BundledPart> => {
    const { outputFiles, metafile } = await build({
      ...(inline
        ? { stdin: { contents: inline.text, loader, resolveDir: dirname(path), sourcefile: path } }
        : { entryPoints: [path] }),
      absWorkingDir: root,
      // Nothing is written; without a folder a script could import no style sheet.
      outdir: root,
      ...forPages(tsconfig),
      metafile: true,
      format: 'esm',
      loader: LOADERS,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [refuseExternal(settings)],
    });
    const textOf = (kind: string): string => outputFiles.find((each) => each.path.endsWith(kind))?.text ?? '';
    const inputs = Object.keys(metafile.inputs).filter((each) => each !== '<stdin>' && !each.includes(':'));
    return {
      script: textOf('.js').trimEnd(),
      style: textOf('.css').trimEnd(),
      inputs: [path, ...inputs.map((each) => resolve(root, each))],
    };
  };
  try {
    return await withEsbuild(bundle, true);
  } catch (error) {
    throw errorOf(firstMessage(error), { path, root, line: inline?.line ?? 1, column: inline?.column ?? 1 });
  }
}

function errorOf(
  { text, location }: Message,
  part: Required<UiPlace> & { readonly path: string; readonly root: string },
): UiError {
  if (!location) return new UiError(text, part.path, part);
  const path = resolve(part.root, location.file);
  const { line, column } = path === part.path ? part : START;
  return new UiError(text, path, {
    line: location.line + line - 1,
    column: location.column + (location.line === 1 ? column : 1),
  });
}

const START = { line: 1, column: 1 };

const LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
  Object.keys(MEDIA_TYPES).map((extension) => [extension, 'dataurl']),
);

/** Refuses what would be requested when the document is shown, but for hosts that the config allows. */
const refuseExternal = (settings: UiSettings): Plugin => ({
  name: 'btcp-refuse-external',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^(?:[a-z][a-z0-9+.-]*:)?\/\//i }, ({ path }) =>
      isAllowed(path, settings)
        ? { path, external: true }
        : { errors: [{ text: `${path} would be requested from outside` }] },
    );
  },
});
