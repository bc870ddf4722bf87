export {
  DEFERRING_TARGETS,
  FILE_TARGETS,
  IMPORT_FORMATS,
  MEASURED_TARGETS,
  MODEL_FORMATS,
  PROGRAMS,
  STRICT_TARGETS,
  TARGETS,
  TARGETS_CALLED,
  type ImportFormat,
  type ModelFormat,
  type Target,
} from './targets.ts';
export type { ProgramForm } from '../profile/format.ts';
