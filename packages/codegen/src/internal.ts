// For the other packages of the toolkit: not covered by semantic versioning.
export {
  addImport,
  addVitePlugin,
  bundleScript,
  importsOf,
  isManifestEdited,
  makeTempFolder,
} from './commands/on-demand.ts';
export { findTsconfig } from './config/find-config.ts';
export type { VitePlugin } from './edit/add-vite-plugin.ts';
export { markImported, readImported } from './edit/imported-file.ts';
export { matchFiles } from './source/match-files.ts';
export { endWithThisProcess, stopGroup, watchForEnd } from './system/end-with-process.ts';
export { linkOutOf } from './system/paths.ts';
export { type StackFrame, stackFrames } from './system/stack-frames.ts';
export type { TempFolder } from './system/temp-folder.ts';
export { isLeftOver, moveIntoPlace } from './write/write-files.ts';
