import type { FormatCalls } from '../profile/format-calls.ts';
import type { ExportProfile, PlainTool } from '../profile/export-profile.ts';
import type { ImportProfile } from '../profile/import-profile.ts';
import { a2aExport, type A2ASkill } from './a2a/target.ts';
import { anthropicCalls, type AnthropicResult, anthropicImport } from './anthropic/calls.ts';
import { anthropicExport, type AnthropicTool } from './anthropic/export.ts';
import { bedrockCalls, type BedrockResult, bedrockExport, type BedrockTool } from './bedrock/target.ts';
import { forgeCalls, forgeExport, forgeImport } from './forge/target.ts';
import {
  geminiCalls,
  geminiOpenApiCalls,
  type GeminiResult,
  geminiExport,
  type GeminiTools,
} from './gemini/export.ts';
import { geminiOpenApiExport, type GeminiOpenApiTools } from './gemini/export-open-api.ts';
import { geminiImport } from './gemini/read-open-api.ts';
import { ikigaiCalls, type IkigaiResult, ikigaiExport, ikigaiImport } from './ikigai/target.ts';
import { jsonSchemaImport } from './json-schema/target.ts';
import { m365Export, type M365Plugin } from './m365/target.ts';
import {
  mcp2025Calls,
  mcp2026Calls,
  type McpCallResult,
  type McpCallResult2026,
  mcp2025Import,
  mcp2026Import,
} from './mcp/calls.ts';
import { mcp2025Export, mcp2026Export, type McpTool, type McpTool2026 } from './mcp/export.ts';
import {
  openaiChatCalls,
  openaiResponsesCalls,
  type OpenAIChatResult,
  type OpenAIResponsesResult,
  openaiChatImport,
  openaiResponsesImport,
} from './openai/calls.ts';
import {
  openaiChatExport,
  openaiResponsesExport,
  type OpenAIChatTool,
  type OpenAIResponsesTool,
} from './openai/export.ts';
import {
  toolfoundationExport,
  type ToolfoundationTool,
  toolfoundationImport,
} from './toolfoundation/target.ts';
import { webMcpExport, type WebMcpTool, webMcpImport } from './webmcp/target.ts';

/** A format that tools are exported to; `Tool` is an element of its request's array of tools. */
interface Exports<Tool> {
  readonly tool: Tool;
}

/** A format that tools are imported from. */
interface Imports {
  readonly isImported: true;
}

/** A format whose calls are decoded; `Result` answers one. */
interface Calls<Result> {
  readonly result: Result;
}

/** Every format by its id, in the order in which it is listed, and its uses. */
interface FormatTypes {
  'mcp-2025-06-18': Exports<McpTool> & Imports & Calls<McpCallResult>;
  'mcp-2025-11-25': Exports<McpTool> & Imports & Calls<McpCallResult>;
  'mcp-2026-07-28': Exports<McpTool2026> & Imports & Calls<McpCallResult2026>;
  'openai-chat': Exports<OpenAIChatTool> & Imports & Calls<OpenAIChatResult>;
  'openai-responses': Exports<OpenAIResponsesTool> & Imports & Calls<OpenAIResponsesResult>;
  anthropic: Exports<AnthropicTool> & Imports & Calls<AnthropicResult>;
  bedrock: Exports<BedrockTool> & Calls<BedrockResult>;
  gemini: Exports<GeminiTools> & Imports & Calls<GeminiResult>;
  'gemini-openapi': Exports<GeminiOpenApiTools> & Imports & Calls<GeminiResult>;
  webmcp: Exports<WebMcpTool> & Imports;
  toolfoundation: Exports<ToolfoundationTool> & Imports;
  ikigai: Exports<PlainTool> & Imports & Calls<IkigaiResult>;
  forge: Exports<PlainTool> & Imports & Calls<string>;
  a2a: Exports<A2ASkill>;
  m365: Exports<M365Plugin>;
  'json-schema': Imports;
}

type FormatsFor<Use> = {
  [Id in keyof FormatTypes]: FormatTypes[Id] extends Use ? Id : never;
}[keyof FormatTypes];

/** The id of a format that a tool can be exported to. */
export type Target = FormatsFor<Exports<unknown>>;

/** The id of a format that tools can be imported from. */
export type ImportFormat = FormatsFor<Imports>;

/** The id of a format whose calls can be decoded. */
export type CallTarget = FormatsFor<Calls<unknown>>;

/** The elements of each target's array of tools. */
export type TargetTools = { [T in Target]: FormatTypes[T]['tool'] };

/** The result of a call, by the format that it came in. */
export type EncodedResults = { readonly [T in CallTarget]: FormatTypes[T]['result'] };

/** The parts of each format, exactly those of its uses. */
type Formats = {
  readonly [Id in keyof FormatTypes]: (Id extends Target
    ? { readonly export: ExportProfile }
    : { readonly export?: never }) &
    (Id extends ImportFormat ? { readonly import: ImportProfile } : { readonly import?: never }) &
    (Id extends CallTarget
      ? { readonly calls: FormatCalls<FormatTypes[Id]['result']> }
      : { readonly calls?: never });
};

/** The parts of each format. */
export const FORMATS: Formats = {
  'mcp-2025-06-18': { export: mcp2025Export, import: mcp2025Import, calls: mcp2025Calls },
  'mcp-2025-11-25': { export: mcp2025Export, import: mcp2025Import, calls: mcp2025Calls },
  'mcp-2026-07-28': { export: mcp2026Export, import: mcp2026Import, calls: mcp2026Calls },
  'openai-chat': { export: openaiChatExport, import: openaiChatImport, calls: openaiChatCalls },
  'openai-responses': {
    export: openaiResponsesExport,
    import: openaiResponsesImport,
    calls: openaiResponsesCalls,
  },
  anthropic: { export: anthropicExport, import: anthropicImport, calls: anthropicCalls },
  bedrock: { export: bedrockExport, calls: bedrockCalls },
  gemini: { export: geminiExport, import: geminiImport, calls: geminiCalls },
  'gemini-openapi': { export: geminiOpenApiExport, import: geminiImport, calls: geminiOpenApiCalls },
  webmcp: { export: webMcpExport, import: webMcpImport },
  toolfoundation: { export: toolfoundationExport, import: toolfoundationImport },
  ikigai: { export: ikigaiExport, import: ikigaiImport, calls: ikigaiCalls },
  forge: { export: forgeExport, import: forgeImport, calls: forgeCalls },
  a2a: { export: a2aExport },
  m365: { export: m365Export },
  'json-schema': { import: jsonSchemaImport },
};

// `Object.keys` and `filter` lose the types of keys.
const IDS = Object.keys(FORMATS) as readonly (keyof FormatTypes)[];

/** The formats that a tool can be exported to. */
export const TARGETS: readonly Target[] = IDS.filter((id) => FORMATS[id].export !== undefined) as Target[];

/** The targets that have a strict form. */
export const STRICT_TARGETS: readonly Target[] = TARGETS.filter(
  (id) => FORMATS[id].export.strict !== undefined,
);

/** The targets whose provider searches tools. */
export const DEFERRING_TARGETS: readonly Target[] = TARGETS.filter(
  (id) => FORMATS[id].export.toolSearch !== undefined,
);

/** The targets whose hosts take tools as files. */
export const FILE_TARGETS: readonly Target[] = TARGETS.filter((id) => FORMATS[id].export.takesFiles);

/** Name of a vendor or its models → the target that it stands for; data, as a build writes these constants out. */
export const TARGETS_CALLED: Readonly<Record<string, Target>> = Object.fromEntries(
  TARGETS.flatMap((id) => (FORMATS[id].export.alsoCalled ?? []).map((name) => [name, id])),
);

/** The formats that tools can be imported from. */
export const IMPORT_FORMATS: readonly ImportFormat[] = IDS.filter(
  (id) => FORMATS[id].import !== undefined,
) as ImportFormat[];

/** The formats whose calls can be decoded, and whose results can be encoded. */
export const CALL_TARGETS: readonly CallTarget[] = IDS.filter(
  (id) => FORMATS[id].calls !== undefined,
) as CallTarget[];
