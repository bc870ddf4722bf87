import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { EvaluatedDefinition } from './evaluation-protocol.ts';

/** A discovered tool with the value of its definition. */
export interface EvaluatedTool extends DiscoveredTool {
  readonly name: string;
  readonly definitionValue: EvaluatedDefinition;
}
