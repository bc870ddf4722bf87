export { IMPORT_FORMATS, STRICT_TARGETS, TARGETS, type ImportFormat, type Target } from './targets.ts';
