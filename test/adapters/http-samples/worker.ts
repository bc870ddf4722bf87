import { mcp } from './mcp.ts';

// oxlint-disable-next-line import/no-default-export -- what Workers take
export default { fetch: (request: Request): Promise<Response> => mcp(request) };
