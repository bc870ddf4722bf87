export {
  callProgram,
  type ProgramCallOptions,
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
