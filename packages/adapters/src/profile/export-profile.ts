import type { JsonSchemaObject, ManifestTool } from '@btcp/core';
import type { MutableObject } from '@btcp/schema/internal';
import type { ExportChange } from '../lower/rules.ts';
import type { SchemaRules } from '../lower/lowering.ts';
import type { NameRule } from '../names/exported-names.ts';
import type { MediaForm } from './content/media.ts';

export interface ToolToWrite {
  readonly tool: ManifestTool;
  readonly name: string;
  /** With the prefix of a deprecated tool, cut to the target's length. */
  readonly description: string;
  readonly inputSchema: MutableObject;
  /** Normalised. */
  readonly outputSchema: JsonSchemaObject | boolean | undefined;
  readonly strict: boolean;
  readonly options: TargetOptions;
}

export interface TargetOptions {
  /** The namespace of the tools' ids, for targets that have ids. Default: the manifest's name. */
  readonly namespace?: string;
  /** The version of the tools, for targets that state one. Default: the manifest's version. */
  readonly version?: string;
  /**
   * Whether the output schema is sent where the target has an optional place for it: OpenAI's Responses, WebMCP.
   * Default: in the strict form of Responses only.
   */
  readonly outputSchema?: boolean;
  /** What the tools are for, for targets that state it. Default: the manifest's description. */
  readonly description?: string;
  /** An email address, for targets that state one. Default: that of the manifest's provider. */
  readonly contact?: string;
  /** The address of the MCP server with the tools, for targets that call one: `m365`. */
  readonly serverUrl?: string;
  /** Whether the provider's tool search finds the tools: Anthropic, OpenAI's Responses. See `toolSearch` of the result. */
  readonly deferLoading?: boolean;
  /** Whether references in schemas are written out: MCP, for clients that do not follow them. */
  readonly inlineRefs?: boolean;
}

/** A tool in a target's form, and the changes beside its input schema. */
export interface WrittenTool {
  readonly tool: MutableObject;
  readonly changes: readonly ExportChange[];
}

/** Limits of all strict schemas of a request together. */
export interface StrictLimits {
  readonly tools?: number;
  readonly properties?: number;
  readonly optionalProperties?: number;
  readonly unions?: number;
  readonly enumValues?: number;
  /** Characters of names and literals. */
  readonly characters?: number;
  /** Of one schema. */
  readonly depth?: number;
  /** Characters of the values of one `enum` of strings with more than 250 values. */
  readonly largeEnumCharacters?: number;
}

export interface ExportProfile {
  /** Names of its vendor or models, by which people ask for it. */
  readonly alsoCalled?: readonly string[];
  /** Whether its hosts take tools as files, for want of a service of their own. */
  readonly takesFiles?: true;
  readonly names: NameRule;
  /** The name for this target, where the tool's author has given one. Default: the tool's own. */
  nameOf?(tool: ManifestTool): string;
  readonly schema: SchemaRules;
  /** Absent where the target has no strict form. */
  readonly strict?: { readonly schema: SchemaRules; readonly limits: StrictLimits };
  /** Characters of a description. */
  readonly maxDescription?: number;
  /** Tools of one request. */
  readonly maxTools?: number;
  /** The pattern of property names, and whether the target refuses a tool with another one. */
  readonly parameterNames?: { readonly pattern: RegExp; readonly isRefused: boolean };
  /** Bytes of the tool's JSON. */
  readonly maxBytes?: number;
  /** Values of one `enum` above which the target has refused some. */
  readonly manyEnumValues?: number;
  /** The target's schemas as JSON Schema, without what the target ignores. Default: as they are. */
  readonly decode?: (schema: MutableObject) => MutableObject;
  readonly write: (tool: ToolToWrite) => WrittenTool;
  /** What results have in place of media in their JSON. Default: the format has no results. */
  readonly media?: MediaForm;
  /** Whether results have a part for a media type; the others become notes. Default: for all. */
  readonly carries?: (type: string) => boolean;
  /** Wraps all tools for a request. Default: as they are. */
  readonly wrap?: (tools: readonly MutableObject[], options: TargetOptions) => readonly MutableObject[];
  /** The provider's tool that finds those with `defer_loading`. Absent where there is none. */
  readonly toolSearch?: Readonly<MutableObject>;
  /** The same schemas without references. Absent where `inlineRefs` has no effect. */
  readonly inlined?: SchemaRules;
  /** What the options lack, as a warning of the whole request. */
  readonly findMissing?: (options: TargetOptions) => string | undefined;
}

export function dropOutput({ outputSchema }: ToolToWrite, detail: string): readonly ExportChange[] {
  return outputSchema === undefined
    ? []
    : [{ code: 'output-schema-dropped', path: '/outputSchema', detail, effect: 'none' }];
}

export interface ObjectSchema {
  type: 'object';
  [keyword: string]: unknown;
}

/** A tool of targets that send no more than its name, description and parameters. */
export interface PlainTool {
  name: string;
  description: string;
  parameters: ObjectSchema;
}
