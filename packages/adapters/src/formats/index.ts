export { IMPORT_FORMATS, type ImportFormat } from '../import/import-format.ts';
export { TARGETS, type Target } from '../targets.ts';
