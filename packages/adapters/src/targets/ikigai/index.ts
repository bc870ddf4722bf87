export { callProgram, type ProgramCallOptions } from './call-program.ts';
export {
  type DiscoveredProgram,
  type Discovery,
  type DiscoveryLimits,
  discoverTools,
  PROGRAM_SUFFIX,
  type RefusedProgram,
  registryName,
} from './discover-tools.ts';
export {
  findDescriptionIssues,
  type IkigaiDescription,
  type IkigaiParameters,
} from './find-description-issues.ts';
