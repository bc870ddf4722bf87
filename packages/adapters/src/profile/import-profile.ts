import type { Example, JsonSchemaObject } from '@btcp/core';
import type { MutableObject } from '@btcp/schema/internal';
import type { Warning } from '../lower/rules.ts';

/** An unchecked JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A presumed tool in a document, and its place. */
export interface RawTool {
  /** A JSON pointer into the document. */
  readonly path: string;
  readonly value: unknown;
}

/** A tool that could not be imported, and why. */
export interface RefusedImport {
  /** A JSON pointer into the document. */
  readonly path: string;
  /** Its name, if any. */
  readonly name?: string;
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** A JSON pointer into the tool. */
  readonly path: string;
  readonly help: string;

  constructor(path: string, message: string, help: string) {
    super(message);
    this.path = path;
    this.help = help;
  }
}

/** What every reading function receives. */
export interface Reader {
  readonly profile: ImportProfile;
  readonly warn: (warning: Omit<Warning, 'tool'>) => void;
}

export interface SchemaField {
  readonly field: string;
  /** Converts its value to JSON Schema. Default: it is JSON Schema. */
  readonly decode?: (schema: unknown) => unknown;
}

export interface ImportProfile {
  /** Its name in messages. */
  readonly title: string;
  /** A field around the tool, which may be missing. */
  readonly wrapper?: string;
  /** Makes a tool from a document that is only its input schema. */
  readonly fromSchema?: (schema: JsonObject) => JsonObject;
  /** Fields of the input schema, the usual one first. */
  readonly input: readonly SchemaField[];
  /** Whether a tool without parameters may omit the schema. */
  readonly isInputOptional?: true;
  readonly output: readonly SchemaField[];
  /** How an output that is not an object is wrapped in one; `unwrap` returns `undefined` where there is no wrapper. */
  readonly outputWrapper?: {
    wrap(schema: JsonSchemaObject): MutableObject;
    unwrap(schema: JsonSchemaObject): JsonSchemaObject | undefined;
  };
  /** Whether it has the fields of MCP: `title`, `annotations`, `icons`, `execution`, `_meta`. */
  readonly hasMcpFields?: true;
  /** Fields, and keys of `_meta` as `_meta/key`, that are dropped without a report. */
  readonly quiet: readonly string[];
  readonly tags?: string;
  readonly readExamples?: (tool: JsonObject, reader: Reader) => readonly Example[];
  /** @throws RefusedError where the format itself would refuse the tool. */
  readonly check?: (tool: JsonObject) => void;
  /** The id of a tool in the format. Default: its name. */
  readonly idOf?: (tool: JsonObject) => string | undefined;
  /** Warns of other possible meanings of an input schema. */
  readonly reviewInput?: (schema: JsonSchemaObject, tool: JsonObject, reader: Reader) => void;
}
