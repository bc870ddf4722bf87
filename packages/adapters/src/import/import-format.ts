import { TARGETS, type Target } from '../targets.ts';

/** The id of a format that tools can be imported from. */
export type ImportFormat = Exclude<Target, 'a2a'> | 'json-schema';

/** The formats that tools can be imported from: those of exports that have schemas, and plain schemas. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  ...TARGETS.filter((target) => target !== 'a2a'),
  'json-schema',
];
