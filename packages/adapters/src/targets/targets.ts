import type { AskedModels, Calls, Exports, Imports, ProgramForm } from '../profile/format.ts';
import { a2a } from './a2a/target.ts';
import { anthropic } from './anthropic/target.ts';
import { bedrock } from './bedrock/target.ts';
import { forge } from './forge/target.ts';
import { gemini, geminiOpenApi } from './gemini/target.ts';
import { ikigai } from './ikigai/target.ts';
import { jsonSchema } from './json-schema/target.ts';
import { m365 } from './m365/target.ts';
import { mcp202506, mcp202511, mcp2026 } from './mcp/target.ts';
import { openaiChat, openaiResponses } from './openai/target.ts';
import { toolfoundation } from './toolfoundation/target.ts';
import { webMcp } from './webmcp/target.ts';

interface Formats {
  readonly 'mcp-2025-06-18': typeof mcp202506;
  readonly 'mcp-2025-11-25': typeof mcp202511;
  readonly 'mcp-2026-07-28': typeof mcp2026;
  readonly 'openai-chat': typeof openaiChat;
  readonly 'openai-responses': typeof openaiResponses;
  readonly anthropic: typeof anthropic;
  readonly bedrock: typeof bedrock;
  readonly gemini: typeof gemini;
  readonly 'gemini-openapi': typeof geminiOpenApi;
  readonly webmcp: typeof webMcp;
  readonly toolfoundation: typeof toolfoundation;
  readonly ikigai: typeof ikigai;
  readonly forge: typeof forge;
  readonly a2a: typeof a2a;
  readonly m365: typeof m365;
  readonly 'json-schema': typeof jsonSchema;
}

/** Every format by its id, in the order in which it is listed. */
export const FORMATS: Formats = {
  'mcp-2025-06-18': mcp202506,
  'mcp-2025-11-25': mcp202511,
  'mcp-2026-07-28': mcp2026,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  bedrock,
  gemini,
  'gemini-openapi': geminiOpenApi,
  webmcp: webMcp,
  toolfoundation,
  ikigai,
  forge,
  a2a,
  m365,
  'json-schema': jsonSchema,
};

type FormatsFor<Use> = { [Id in keyof Formats]: Formats[Id] extends Use ? Id : never }[keyof Formats];

/** The id of a format that a tool can be exported to. */
export type Target = FormatsFor<Exports<unknown, unknown>>;

/** The id of a format that tools can be imported from. */
export type ImportFormat = FormatsFor<Imports>;

/** The id of a format whose calls can be decoded. */
export type CallTarget = FormatsFor<Calls<unknown>>;

/** The elements of each target's array of tools. */
export type TargetTools = { [T in Target]: NonNullable<Formats[T]['tool']> };

/** The tool by which each target's provider searches others. */
export type ToolSearches = { [T in Target]: NonNullable<Formats[T]['toolSearch']> };

/** The result of a call, by the format that it came in. */
export type EncodedResults = {
  readonly [T in CallTarget]: Formats[T] extends Calls<infer Result> ? Result : never;
};

// `Object.keys` and `filter` lose the types of keys.
const IDS = Object.keys(FORMATS) as readonly (keyof Formats)[];

/** The formats that a tool can be exported to. */
export const TARGETS: readonly Target[] = IDS.filter((id) => 'export' in FORMATS[id]) as Target[];

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

/** The targets that are measured where a project names none. */
export const MEASURED_TARGETS: readonly Target[] = TARGETS.filter((id) => FORMATS[id].isMeasured);

/** The targets whose hosts run each tool as a program, and how. */
export const PROGRAMS: Readonly<Partial<Record<Target, ProgramForm>>> = Object.fromEntries(
  TARGETS.flatMap((id) => (FORMATS[id].program ? [[id, FORMATS[id].program]] : [])),
);

/** Name of a vendor or its models → the target that it stands for; data, as a build writes these constants out. */
export const TARGETS_CALLED: Readonly<Record<string, Target>> = Object.fromEntries(
  TARGETS.flatMap((id) => (FORMATS[id].export.alsoCalled ?? []).map((name) => [name, id])),
);

/** The formats that tools can be imported from. */
export const IMPORT_FORMATS: readonly ImportFormat[] = IDS.filter(
  (id) => 'import' in FORMATS[id],
) as ImportFormat[];

/** The formats whose calls can be decoded, and whose results can be encoded. */
export const CALL_TARGETS: readonly CallTarget[] = IDS.filter((id) => 'calls' in FORMATS[id]) as CallTarget[];

/** How models are asked with the tools of an export, and the target. */
export interface ModelFormat extends AskedModels {
  readonly target: CallTarget & Target;
}

/** The providers whose models are asked with the tools of an export. */
export const MODEL_FORMATS: readonly ModelFormat[] = CALL_TARGETS.flatMap((target) => {
  const { models } = FORMATS[target];
  return models ? [{ ...models, target }] : [];
});
