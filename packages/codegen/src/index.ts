export { build } from './build.ts';
export type { BuildOptions, BuildResult, BuildStage, CheckStage, FileRead } from './build-result.ts';
export { check, type CheckOptions, type CheckReport } from './check.ts';
export type { ExampleJob, ExampleOutcome, ExampleRun, ExampleRunner } from './check/check-examples.ts';
export type { Portability, PortabilityChange } from './check/check-portability.ts';
export type { ConfigResult, LoadedConfig } from './config/loaded-config.ts';
export type {
  CallStep,
  CapabilityFlag,
  CapabilityUse,
  Evidence,
  FlagKind,
} from './infer/capabilities/capability-report.ts';
export type { CapabilityChange, WrittenCapabilities } from './commands/write-capabilities.ts';
export { markImported, readImported } from './edit/imported-file.ts';
export { matchFiles } from './source/match-files.ts';
export { isRunning } from './system/is-running.ts';
export { type StackFrame, stackFrames } from './system/stack-frames.ts';
export { linkOutOf } from './system/link-out-of.ts';
export { endWithThisProcess, stopGroup } from './system/end-with-process.ts';
export type { VitePlugin } from './edit/add-vite-plugin.ts';
export type { FixedProject } from './commands/fix-project.ts';
export type { CapabilityList, ListedUses } from './commands/list-capabilities.ts';
export type { ProjectOptions } from './config/with-project.ts';
export type { InspectedManifest, ManifestInspector } from './inspect-manifest.ts';
export type { LoadedModule } from './system/load-module.ts';
export type { BundledScript, PageScriptParts } from './commands/programs/bundle-page-script.ts';
export type {
  BundledProgram,
  ProgramParts,
  ProgramTool,
  ToolProgram,
} from './commands/programs/bundle-programs.ts';
export {
  addImport,
  addVitePlugin,
  bundlePageScript,
  bundlePrograms,
  bundleScript,
  findBuildErrors,
  findChangeSinceBuild,
  fix,
  importsOf,
  listCapabilities,
  loadConfig,
  loadModule,
  loadRegistration,
  makeTempFolder,
  printModules,
  printTools,
  writeCapabilities,
} from './commands/on-demand.ts';
export type { ToolCode, ToolModule } from './commands/print/print-tools.ts';
export type { TempFolder } from './system/temp-folder.ts';
export type { EmittedFile, StaleFile } from './write/write-files.ts';
