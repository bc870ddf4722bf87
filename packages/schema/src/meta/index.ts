export { ManifestSchema } from './manifest.ts';
export { ToolSchema } from './tool.ts';
