import type { JsonSchema } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import type { EvaluatedAlias, EvaluatedDefinition } from './evaluation-protocol.ts';

/** A former name of a tool. */
export interface AliasOfTool extends EvaluatedAlias {
  readonly toolName: string;
  readonly toolInput: JsonSchema;
}

/** A discovered tool with the value of its definition. */
export interface EvaluatedTool extends DiscoveredTool {
  readonly name: string;
  readonly definitionValue: EvaluatedDefinition;
  /** Set where this is an alias: a former name of the tool that its code defines. */
  readonly alias?: AliasOfTool;
}
