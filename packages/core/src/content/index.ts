export { toBase64, toBlob, toBytes, toDataUrl } from './bytes.ts';
export { base64Pattern, plainType } from './signatures.ts';
export type {
  BlobSource,
  CanvasSource,
  ContentSource,
  HostBlob,
  ImageDataSource,
  OffscreenCanvasSource,
} from './content-source.ts';
export {
  contentKind,
  findContent,
  mentionsContent,
  replaceContent,
  type ContentPlace,
} from './find-content.ts';
export { base64Length, link, MAX_BYTES, media, type MediaOptions, type TLink, type TMedia } from './media.ts';
export { page, type Page, type PageOptions } from './page.ts';
