export { convertGuest, type ConvertedGuest, type ConvertOptions } from './convert-guest.ts';
export { documentGuest, type GuestProblem, normalizeReported, type ReportedSchema } from './guest-problem.ts';
export { findMixedVersions } from './typebox-1.ts';
export { libraryOf } from './read-guest.ts';
export { KIND } from '../model/typebox-kinds.ts';
