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
} from './find-description-issues.ts';
export { noteMedia } from '../../profile/content/split-output.ts';
export { PROGRAM } from './target.ts';
