export {
  base64Pattern,
  plainType,
  type BlobSource,
  type CanvasSource,
  type ContentSource,
  type HostBlob,
  type ImageDataSource,
  type OffscreenCanvasSource,
  toBase64,
  toBlob,
  toBytes,
  toDataUrl,
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
