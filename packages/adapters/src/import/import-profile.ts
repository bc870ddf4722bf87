import type { Example, JsonSchemaObject } from '@btcp/core';
import type { MutableObject } from '@btcp/schema';
import type { Warning } from '../export-change.ts';
import type { JsonObject } from './raw-tool.ts';

/** What every part of reading a tool is given. */
export interface Reader {
  readonly profile: ImportProfile;
  readonly warn: (warning: Omit<Warning, 'tool'>) => void;
}

/** A field that may hold a schema. */
export interface SchemaField {
  readonly field: string;
  /** Makes JSON Schema of what it holds. Default: it is that. */
  readonly decode?: (schema: unknown) => unknown;
}

/** How the tools of a format are read. */
export interface ImportProfile {
  /** What people call it, in messages. */
  readonly title: string;
  /** A field around the tool, which may be missing. */
  readonly wrapper?: string;
  /** Makes a tool of a document that is nothing but its input schema. */
  readonly fromSchema?: (schema: JsonObject) => JsonObject;
  /** Where the input schema may be, the usual place first. */
  readonly input: readonly SchemaField[];
  /** Whether a tool without parameters may leave the schema out. */
  readonly isInputOptional?: true;
  readonly output: readonly SchemaField[];
  /** How an output that is no object is wrapped in one; `unwrap` gives nothing for what is no wrapper. */
  readonly outputWrapper?: {
    wrap(schema: JsonSchemaObject): MutableObject;
    unwrap(schema: JsonSchemaObject): JsonSchemaObject | undefined;
  };
  /** Whether the fields of MCP are known: `title`, `annotations`, `icons`, `execution`, `_meta`. */
  readonly hasMcpFields?: true;
  /** Fields, and keys of `_meta` as `_meta/key`, that need no report when they are not carried over. */
  readonly quiet: readonly string[];
  /** The field that holds tags. */
  readonly tags?: string;
  readonly readExamples?: (tool: JsonObject, reader: Reader) => readonly Example[];
  /** @throws RefusedError where the format itself would not take the tool. */
  readonly check?: (tool: JsonObject) => void;
  /** What the format knows a tool by. Default: its name. */
  readonly idOf?: (tool: JsonObject) => string | undefined;
  /** Warns of what else an input schema may mean. */
  readonly reviewInput?: (schema: JsonSchemaObject, tool: JsonObject, reader: Reader) => void;
}
