import { BTCPError, type ManifestTool, type JsonSchema } from '@btcp/core';
import { isObject, listedHints, walkSchema } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';
import { describeTool } from '../../profile/describe-tool.ts';
import { type ToolHost, findListingProblems } from '../tool-host.ts';

/** Tools that a search gives where the caller does not say how many. */
const FOUND = 5;
const MOST = 20;
/** Characters of a query: each word costs time. */
const MAX_QUERY = 500;
/** Names that are listed at once. */
const PAGE = 100;

/** Characters of a name. */
const MAX_NAME = 128;

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
        maxLength: MAX_QUERY,
        description:
          'What is to be done, for example "refund an order". If it is empty, the names of all tools are listed.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MOST,
        default: FOUND,
        description: 'How many tools a search returns at most.',
      },
      after: {
        type: 'string',
        maxLength: MAX_NAME,
        description: 'With an empty query: the name from which the list goes on, as `next` gave it.',
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
        description: 'The best first; none if no word fits. With an empty query, names in order.',
      },
      next: {
        type: 'string',
        description: 'With an empty query, if there are more names: what to give as `after`.',
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
      name: {
        type: 'string',
        maxLength: MAX_NAME,
        description: 'The name of the tool, as search_tools gave it.',
      },
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
    listManifests: () => host.listManifests?.() ?? [],
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
      if (name === SEARCH.name) return find(host, given);
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

function find(
  host: ToolHost,
  { query, limit = FOUND, after = '' }: Readonly<Record<string, unknown>>,
): object {
  const tools = host.listTools().filter((tool) => findListingProblems(tool).length === 0);
  const total = tools.length;
  if (query === '') return { ...listNames(tools, after), total };
  if (typeof query !== 'string' || query.trim() === '')
    throw invalid(
      '`query` must be a string with a word in it.',
      'Say in a few words what is to be done, or leave it empty to list the names of all tools.',
    );
  if (query.length > MAX_QUERY)
    throw invalid(`\`query\` must have at most ${MAX_QUERY} characters.`, 'Say it in a few words.');
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw invalid(`\`limit\` must be an integer from 1 to ${MOST}.`, 'Leave it out, or give such a number.');
  return { tools: rankTools(tools, query).slice(0, Number(limit)).map(foundTool), total };
}

/** The names after one, which may be gone by now, in an order that is the same everywhere. */
function listNames(tools: readonly ManifestTool[], after: unknown): object {
  if (typeof after !== 'string')
    throw invalid('`after` must be a string.', 'Give the `next` of the page before.');
  const names = tools.map(({ name }) => name).sort();
  const left = names.filter((name) => name > after);
  const page = left.slice(0, PAGE);
  return { tools: page.map((name) => ({ name })), ...(left.length > PAGE && { next: page.at(-1) }) };
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

/** How often a word of each part counts. */
const WEIGHTS = { name: 4, title: 3, description: 2, parameters: 1 };

/** BM25's saturation of repeated words, and its correction for long texts; the usual values. */
const [K, B] = [1.2, 0.75];

/** Term → its weighted count in a tool. */
type Counts = ReadonlyMap<string, number>;

// A client's tools are frozen, so the result stays true.
const known = new WeakMap<ManifestTool, Counts>();

/**
 * Ranks tools by BM25 (Robertson and Zaragoza, 2009) over their names, titles, descriptions, tags, and the names and
 * descriptions of their parameters.
 *
 * @returns Those with a word of the query, best first; equal ones in the order of their names.
 */
function rankTools(tools: readonly ManifestTool[], query: string): readonly ManifestTool[] {
  const documents = tools.map((tool) => ({ tool, counts: countsOf(tool) }));
  const lengths = documents.map(({ counts }) => lengthOf(counts));
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
  const terms = [...new Set(termsOf(query))].map((term) => {
    const holders = documents.filter(({ counts }) => counts.has(term)).length;
    return { term, rarity: Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5)) };
  });
  const scoreOf = (counts: Counts, length: number): number =>
    terms.reduce((sum, { term, rarity }) => {
      const count = counts.get(term) ?? 0;
      return sum + (rarity * count * (K + 1)) / (count + K * (1 - B + (B * length) / average));
    }, 0);
  return documents
    .map(({ tool, counts }, index) => ({ tool, score: scoreOf(counts, lengths[index] ?? 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

const lengthOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function countsOf(tool: ManifestTool): Counts {
  const found = known.get(tool);
  if (found) return found;
  const { name, description, tags = [], mcp, inputSchema } = tool;
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  add(name, WEIGHTS.name);
  add(mcp?.title ?? '', WEIGHTS.title);
  add([mcp?.description ?? description, ...tags].join(' '), WEIGHTS.description);
  add(parameterTexts(inputSchema).join(' '), WEIGHTS.parameters);
  known.set(tool, counts);
  return counts;
}

/** The names and descriptions of properties, at any depth. */
function parameterTexts(root: JsonSchema): readonly string[] {
  const texts: string[] = [];
  walkSchema(root, (schema) => {
    if (!isObject(schema)) return;
    const { description, properties, $defs } = schema;
    texts.push(...[properties, $defs].filter(isObject).flatMap((named) => Object.keys(named)));
    if (schema !== root && typeof description === 'string') texts.push(description);
  });
  return texts;
}

/** The words of a text in lower case, without a plural's ending; `getCells` has two. */
function termsOf(text: string): readonly string[] {
  const words = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1') : word,
  );
}
