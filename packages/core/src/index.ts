export type {
  Answer,
  AnswerTo,
  AskedValue,
  AskHandler,
  AskReply,
  AskRequest,
  AskSchema,
  AskUser,
  ConfirmHandler,
  ConfirmRequest,
} from './ask.ts';
export { BTCPError } from './btcp-error.ts';
export {
  parseBuiltManifest,
  type Manifest,
  type ManifestConfig,
  type ManifestTool,
  type Provider,
  type SandboxLevel,
  type ToolUi,
  type UiDomains,
} from './manifest.ts';
export {
  CAPABILITIES,
  CAPABILITY_ALIASES,
  type Capability,
  type CapabilityEntry,
  type CapabilityRisk,
  type GrantedCapability,
  type KnownCapability,
  type OwnCapabilities,
  type OwnCapability,
  withImplied,
} from './capabilities/capability.ts';
export type {
  ClipboardAccess,
  FetchAccess,
  FetchedText,
  FetchRequest,
  LocalStorageAccess,
  PageAccess,
  PageField,
  SessionStorageAccess,
  StorageAccess,
} from './context-access.ts';
export {
  defineConfig,
  type BTCPConfig,
  type McpConfig,
  type RuleSetting,
  type AcceptedChange,
  type Bump,
  type ChangeLevel,
  type ChangeSetting,
  type CompareConfig,
  type PublishConfig,
  type PublishedAgent,
  type PublishedRemote,
} from './config/define-config.ts';
export { defineTool, type Alias, type ToolDefinition, type TypeOf } from './define-tool.ts';
export type { Diagnostic, Severity, SourceChange, UnplacedDiagnostic } from './diagnostic.ts';
export { ERROR_CODES } from '#failure-details';
export type { ErrorCode, BTCPErrorOptions } from './failures/error-codes.ts';
export type { HostAbortSignal, HostDocument } from './host-types.ts';
export type {
  Json,
  JsonSchema,
  JsonSchemaObject,
  Issue,
  ToolValidators,
  ValidationFailure,
  ValidationResult,
  Validator,
} from './validator.ts';
export {
  aliasOf,
  loadOnCall,
  loadWithContext,
  runsIsolated,
  validatorsOnCall,
  type Implementation,
  type IsolatedFiles,
  type LazyImplementation,
  type LoadedImplementation,
  type Registration,
  type ValidatorsModule,
} from './registration.ts';
export type {
  AddedContext,
  AuthoredExample,
  CallerAuth,
  Example,
  ExampleInput,
  McpFields,
  Progress,
  Tool,
  ToolContext,
  ToolMetadata,
  TraceContext,
  CallOptions,
  CoercedValue,
  ToolCaller,
} from './tool.ts';
