export { build } from './build.ts';
export type {
  BuildOptions,
  BuildResult,
  BuildStage,
  CheckStage,
  FileRead,
  InspectedManifest,
  ManifestInspector,
} from './build-result.ts';
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
export type { FixedProject } from './commands/fix-project.ts';
export type { CapabilityList, ListedUses } from './commands/list-capabilities.ts';
export type { ProjectOptions } from './config/with-project.ts';
export type { LoadedModule } from './system/load-module.ts';
export type { BundledScript, PageScriptParts } from './commands/programs/bundle-page-script.ts';
export type {
  BundledProgram,
  ProgramParts,
  ProgramTool,
  ToolProgram,
} from './commands/programs/bundle-programs.ts';
export {
  bundlePageScript,
  bundlePrograms,
  findBuildErrors,
  findChangeSinceBuild,
  fix,
  listCapabilities,
  loadConfig,
  loadModule,
  loadRegistration,
  printModules,
  printTools,
  writeCapabilities,
} from './commands/on-demand.ts';
export type { ToolCode, ToolModule } from './commands/print/print-tools.ts';
export type { EmittedFile, StaleFile } from './write/write-files.ts';
