export { BTCPClient, type ToolFilter } from './client.ts';
export type {
  CapabilityDecision,
  CapabilityRequest,
  ClientOptions,
  ConsentHandler,
  ConsentRequest,
  Grant,
  GrantOptions,
  Limits,
  RegisteredManifest,
  RegisterOptions,
  ToolsHandle,
  UseOptions,
} from './client-options.ts';
export type { SchemaCompiler } from './registration/check-registration.ts';
export type { ClientEvents, ClientListener } from './events.ts';
export type { CallOptions, CoercedValue, ToolCaller } from '@btcp/core';
export type { HostContext } from './tool-context.ts';
export type { RegisteredTool } from './tool-entry.ts';
