export { build } from './build.ts';
export type { BuildOptions, BuildResult, BuildStage } from './build-result.ts';
export { check, type CheckOptions, type CheckReport } from './check.ts';
export type { ExampleJob, ExampleOutcome, ExampleRun, ExampleRunner } from './check/check-examples.ts';
export type { Portability, PortabilityChange } from './check/check-portability.ts';
export type { CheckStage } from './check-project.ts';
export { loadConfig } from './config/load-config.ts';
export type { ConfigResult, LoadedConfig } from './config/loaded-config.ts';
export type {
  CallStep,
  CapabilityFlag,
  CapabilityReport,
  CapabilityUse,
  Evidence,
  FlagKind,
} from './infer/capabilities/capability-report.ts';
export type { CapabilityChange, WrittenCapabilities } from './edit/write-capabilities.ts';
export { endWithThisProcess, stopGroup } from './end-with-process.ts';
export type { FixedProject } from './fix/fix-project.ts';
export { findChangeSinceBuild } from './source-stamp.ts';
export type { CapabilityList } from './list-capabilities.ts';
export type { ProjectOptions } from './open-config.ts';
export { loadModule, type LoadedModule } from './load-module.ts';
export { loadRegistration } from './load-registration.ts';
export type { BundledProgram, ProgramParts, ProgramTool, ToolProgram } from './programs/bundle-programs.ts';
export {
  bundlePrograms,
  findBuildErrors,
  fix,
  listCapabilities,
  printTools,
  writeCapabilities,
} from './on-demand.ts';
export { makeTempFolder, type TempFolder } from './temp-folder.ts';
export type { EmittedFile, StaleFile } from './write/write-files.ts';
