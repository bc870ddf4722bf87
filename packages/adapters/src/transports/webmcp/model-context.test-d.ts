import type { WebMCP } from 'webmcp-types';
import { expectTypeOf } from 'vitest';
import type { WebMcpTool } from '../../targets/webmcp/target.ts';
import type { ModelContextTool } from './web-mcp-binding.ts';

// What is registered and exported is what the types of WebMCP's own group describe.
expectTypeOf<ModelContextTool['annotations']>().toExtend<WebMCP.ToolAnnotations>();
expectTypeOf<Omit<ModelContextTool, 'execute'>>().toExtend<Omit<WebMCP.ModelContextTool, 'execute'>>();
expectTypeOf<Omit<WebMcpTool, 'outputSchema'>>().toExtend<Omit<WebMCP.ModelContextTool, 'execute'>>();
expectTypeOf<ReturnType<WebMCP.ToolExecuteCallback>>().toEqualTypeOf<unknown>();
