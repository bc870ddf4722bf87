import type { Loader } from 'esbuild';

const ASSETS =
  'css module.css scss sass less svg png jpg jpeg gif webp avif ico woff woff2 html md txt'.split(' ');

/** Loads assets that a page would bundle (styles, images, text) as empty modules. */
export const ASSET_LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
  ASSETS.map((extension) => [`.${extension}`, 'empty']),
);
