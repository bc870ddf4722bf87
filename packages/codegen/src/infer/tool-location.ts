import type { DiscoveredTool } from '../discover/discovered-tool.ts';
import { locate } from '../source/locate.ts';
import { ts } from '../source/ts.ts';

/** A range of a file, in UTF-16 code units; it starts at its first token. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The location of a tool, for the type checker, which has its own syntax trees. */
export interface ToolLocation {
  /** Absolute path. */
  readonly file: string;
  /** The argument of `defineTool`. */
  readonly definition: TextRange;
  /** The name of the member `execute`, or the definition if its syntax shows none. */
  readonly execute: TextRange;
}

export function toolLocation({ definition }: Pick<DiscoveredTool, 'definition'>): ToolLocation {
  const member = locate(definition, '/execute');
  const name = ts.isObjectLiteralElement(member) ? (member.name ?? member) : member;
  return {
    file: definition.getSourceFile().fileName,
    definition: rangeOf(definition),
    execute: rangeOf(name),
  };
}

const rangeOf = (node: ts.Node): TextRange => ({ start: node.getStart(), end: node.getEnd() });
