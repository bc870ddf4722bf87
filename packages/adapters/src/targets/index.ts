export {
  DEFERRING_TARGETS,
  FILE_TARGETS,
  IMPORT_FORMATS,
  STRICT_TARGETS,
  TARGETS,
  targetCalled,
  type ImportFormat,
  type Target,
} from './targets.ts';
