export {
  DEFERRING_TARGETS,
  FILE_TARGETS,
  IMPORT_FORMATS,
  STRICT_TARGETS,
  TARGETS,
  TARGETS_CALLED,
  type ImportFormat,
  type Target,
} from './targets.ts';
