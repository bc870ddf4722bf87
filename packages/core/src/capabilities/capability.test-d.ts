import { Type } from '@sinclair/typebox';
import { type Capability, defineTool, type GrantedCapability } from '../index.ts';

// Checked by `npm run typecheck`: what stands below an expectation must not compile, everything else must.

const inputSchema = Type.Object({});
const execute = (): number => 1;

// Those of the protocol, and the old name of one.
defineTool({
  inputSchema,
  capabilities: ['dom:read', 'storage:local:write', 'network:fetch:same-origin', 'geolocation'],
  execute,
});
defineTool({ inputSchema, capabilities: ['network:websocket', 'dom:read'], execute });

// Own ones compile before the first build.
const OWN = ['mail:read', 'domain:read', 'cart:items:read'] as const;
defineTool({ inputSchema, capabilities: ['mail:read', 'dom:read', 'domain:read'], execute });
defineTool({ inputSchema, capabilities: OWN, execute });
defineTool({ inputSchema, capabilities: [...OWN, 'dom:write'], execute });
defineTool({ inputSchema, capabilities: [], execute });

// Of a list that is typed, the build tells.
declare const some: readonly Capability[];
defineTool({ inputSchema, capabilities: some, execute });

// A misspelt one of the protocol does not.
// @ts-expect-error Type '"dom:raed"' is not assignable to type … Did you mean '"dom:read"'?
defineTool({ inputSchema, capabilities: ['dom:raed'], execute });
// @ts-expect-error Type '"dom:read:all"' is not assignable
defineTool({ inputSchema, capabilities: ['mail:read', 'dom:read:all'], execute });
// @ts-expect-error Type '"storage:local"' is not assignable
defineTool({ inputSchema, capabilities: ['storage:local'], execute });
// @ts-expect-error Type '"network:fetch"' is not assignable
defineTool({ inputSchema, capabilities: ['network:fetch', 'dom:read'], execute });

// What a host has stored is any string.
export const stored: readonly GrantedCapability[] = [String(1), 'dom:read', 'dom:raed', ...OWN];
