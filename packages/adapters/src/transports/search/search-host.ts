import { BTCPError, type ManifestTool } from '@btcp/core';
import { isObject, listedHints } from '@btcp/schema';
import { closestName } from '@btcp/schema/runtime';
import { describeTool } from '../../profile/describe-tool.ts';
import { findListingProblems } from '../find-listable.ts';
import type { ToolHost } from '../tool-host.ts';
import { rankTools } from './rank-tools.ts';

/** Tools that a search gives where the caller does not say how many. */
const FOUND = 5;
const MOST = 20;
/** Characters of a query: each word costs time. */
const MAX_QUERY = 500;

/** The two tools; only they are listed. */
const SEARCH: ManifestTool = {
  name: 'search_tools',
  description:
    'Finds the tools that are there by what they do, with the schemas of their inputs. Search before each new kind of task, in the words of the task; then call one with call_tool.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_QUERY,
        description: 'What is to be done, for example "refund an order".',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MOST,
        default: FOUND,
        description: 'How many tools to return at most.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: {
        type: 'array',
        items: { type: 'object' },
        description: 'The best first; none if no word fits.',
      },
      total: { type: 'integer', description: 'How many tools there are.' },
    },
    required: ['tools', 'total'],
  },
  capabilities: [],
  capabilitiesVerified: true,
  mcp: { title: 'Search tools' },
};

const CALL: ManifestTool = {
  name: 'call_tool',
  description:
    'Calls a tool that search_tools found. Its input is checked as if it were called directly, and an error says what to do.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 128, description: 'The name of the tool, as search_tools gave it.' },
      input: { type: 'object', description: 'Its input, by its `inputSchema`.' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  capabilities: [],
  // It can do whatever the tools can.
  mcp: {
    title: 'Call a tool',
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
};

/**
 * The tools of a host behind two: `search_tools` finds them by BM25, `call_tool` calls one. For manifests with more tools
 * than a model can be given. Calls go to the host, which grants and validates them as direct ones.
 */
export function searchHost(host: ToolHost): ToolHost {
  return {
    listTools: () => [SEARCH, CALL],
    // The list of two never changes.
    on: () => () => undefined,
    behind: {
      find: (name, input) =>
        name === CALL.name && isObject(input)
          ? host.listTools().find((tool) => tool.name === input['name'])
          : undefined,
      limit: (limited) => searchHost(limited(host)),
    },
    callTool: async (name, input, options) => {
      const given = isObject(input) ? input : {};
      if (name === SEARCH.name) return search(host, given['query'], given['limit'] ?? FOUND);
      const called = given['name'];
      if (typeof called !== 'string')
        throw invalid('`name` must be a string.', 'Give the name of a tool that search_tools found.');
      const names = host.listTools().map((tool) => tool.name);
      if (!names.includes(called)) throw notFound(called, closestName(called, names));
      return host.callTool(called, given['input'] ?? {}, options);
    },
  };
}

/** @throws BTCPError `INVALID_ARGUMENT` where a search is hidden behind another host, so that what it finds cannot be limited. */
export function refuseHiddenSearch(host: ToolHost): void {
  if (!host.behind && host.listTools().includes(CALL))
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'Behind another host, `call_tool` would reach tools that its caller is not granted.',
      suggestion: 'Let `searchHost` be the outermost, or pass its `behind` on.',
    });
}

function search(host: ToolHost, query: unknown, limit: unknown): object {
  if (typeof query !== 'string' || query.trim() === '')
    throw invalid('`query` must be a string with a word in it.', 'Say in a few words what is to be done.');
  if (query.length > MAX_QUERY)
    throw invalid(`\`query\` must have at most ${MAX_QUERY} characters.`, 'Say it in a few words.');
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw invalid(`\`limit\` must be an integer from 1 to ${MOST}.`, 'Leave it out, or give such a number.');
  const tools = host.listTools().filter((tool) => findListingProblems(tool).length === 0);
  return { tools: rankTools(tools, query).slice(0, Number(limit)).map(foundTool), total: tools.length };
}

function foundTool(tool: ManifestTool): object {
  const { name, mcp, inputSchema } = tool;
  const annotations = listedHints(tool);
  return {
    name,
    ...(mcp?.title !== undefined && { title: mcp.title }),
    description: describeTool(tool),
    inputSchema,
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

const notFound = (name: string, close: string | undefined): BTCPError =>
  new BTCPError('TOOL_NOT_FOUND', {
    message: `There is no tool "${name}".`,
    suggestion: `${close === undefined ? '' : `Did you mean "${close}"? `}Use search_tools to see which tools there are.`,
  });

const invalid = (message: string, suggestion: string): BTCPError =>
  new BTCPError('INVALID_INPUT', { message, suggestion });
