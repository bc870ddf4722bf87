export {
  callProgram,
  type ProgramCallOptions,
  type DiscoveredProgram,
  type Discovery,
  type DiscoveryLimits,
  discoverTools,
  type RefusedProgram,
} from './discover-tools.ts';
export {
  findDescriptionIssues,
  type IkigaiDescription,
  type IkigaiParameters,
  PROGRAM,
} from './find-description-issues.ts';
