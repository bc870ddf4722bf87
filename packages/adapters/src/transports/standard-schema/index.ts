export {
  mcpHandler,
  type ExecuteOptions,
  type StandardTool,
  type StandardTools,
  standardTools,
} from './standard-tools.ts';
export type { StandardToolSchema } from './to-standard-schema.ts';
