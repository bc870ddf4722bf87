import { importTools } from '@btcp/adapters';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Implementation, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** The header of a WAVE file without sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const none = { type: 'object', additionalProperties: false };
const tool = (name: string, description: string, inputSchema: object = none): Manifest['tools'][number] => ({
  name,
  description,
  inputSchema: { ...inputSchema },
  capabilities: [],
});
const showing = (name: string, type: string): Manifest['tools'][number] => ({
  ...tool(name, `Returns ${type}.`),
  outputSchema: { type: 'string', contentEncoding: 'base64', contentMediaType: type },
});

// As a build of an imported tool has it: listed as the suite wants it, with a root that every provider takes.
const { tools: JSON_SCHEMA_TOOL } = importTools(
  [
    {
      name: 'json_schema_2020_12_tool',
      description: 'Tool with JSON Schema 2020-12 features',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: {
          address: {
            $anchor: 'address',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }, { required: ['name'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: ['phone'] },
        else: { required: ['name'] },
        additionalProperties: false,
      },
    },
  ],
  { format: 'mcp-2026-07-28' },
);

/** The tools that the suite requires, by its names. */
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'conformance-tools',
  version: '1.0.0',
  tools: [
    tool('test_simple_text', 'Returns a simple text.'),
    showing('test_image_content', 'image/png'),
    showing('test_audio_content', 'audio/wav'),
    showing('test_embedded_resource', 'text/plain'),
    {
      ...tool('test_multiple_content_types', 'Returns text, a picture and a file.'),
      outputSchema: {
        type: 'object',
        properties: {
          picture: showing('', 'image/png').outputSchema,
          file: showing('', 'application/json').outputSchema,
        },
        required: ['picture', 'file'],
      },
    },
    tool('test_error_handling', 'Always fails with an error.'),
    tool('test_tool_with_progress', 'Reports progress while it runs.'),
    tool('test_x_mcp_header', 'Lists the orders of a region.', {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        limit: { type: 'integer', 'x-mcp-header': 'Limit' },
        isOpen: { type: 'boolean', 'x-mcp-header': 'Is-Open' },
      },
      additionalProperties: false,
    }),
    tool('test_reconnection', 'Answers on a stream that can be resumed.'),
    ...[
      'test_elicitation_sep1034_defaults',
      'test_elicitation_sep1330_enums',
      'test_input_required_result_elicitation',
      'test_input_required_result_request_state',
      'test_input_required_result_multi_round',
      'test_input_required_result_tampered_state',
      'test_streaming_elicitation',
    ].map((name) => tool(name, 'Asks the user of the call.')),
    tool('test_elicitation', 'Asks the user of the call for a name and an address.', {
      type: 'object',
      properties: { message: { type: 'string' } },
      required: ['message'],
      additionalProperties: false,
    }),
    tool('test_trigger_tool_change', 'Adds a tool to the list, or removes it again.'),
    ...JSON_SCHEMA_TOOL,
  ],
  capabilities: [],
};

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const OK = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;

const askName: Implementation = async (_input, { ask }) => {
  const answer = await ask('user_name', { message: 'What is your name?', schema: NAME });
  return answer.action === 'accepted' ? `Hello, ${answer.content.name}!` : answer.action;
};

const askOk: Implementation = async (_input, { ask }) => {
  const answer = await ask('confirm', { message: 'Please confirm', schema: OK });
  return answer.action === 'accepted' ? 'state-ok' : answer.action;
};

const CHOICES = ['option1', 'option2', 'option3'];
const titled = (word: string): readonly object[] =>
  ['First', 'Second'].map((each, index) => ({ const: `value${index + 1}`, title: `${each} ${word}` }));

/** Tools that ask, with the forms that the suite wants. */
const ASKING: Readonly<Record<string, Implementation>> = {
  test_elicitation: async ({ message }: { message: string }, { ask }) => {
    const answer = await ask('user', {
      message,
      schema: {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      },
    });
    return `User response: ${JSON.stringify(answer)}`;
  },
  test_elicitation_sep1034_defaults: async (_input, { ask }) => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    } as const;
    return `Elicitation completed: ${JSON.stringify(await ask('defaults', { message: 'Please check', schema }))}`;
  },
  test_elicitation_sep1330_enums: async (_input, { ask }) => {
    const schema = {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: CHOICES },
        titledSingle: { type: 'string', oneOf: titled('Option') },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: CHOICES } },
        titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
      },
    } as const;
    return `Elicitation completed: ${JSON.stringify(await ask('enums', { message: 'Please choose', schema }))}`;
  },
  test_input_required_result_elicitation: askName,
  test_streaming_elicitation: askName,
  test_input_required_result_request_state: askOk,
  test_input_required_result_tampered_state: askOk,
  test_input_required_result_multi_round: async (_input, { ask }) => {
    await ask('step1', { message: 'Step 1: What is your name?', schema: NAME });
    const schema = {
      type: 'object',
      properties: { color: { type: 'string' } },
      required: ['color'],
    } as const;
    return JSON.stringify(await ask('step2', { message: 'Step 2: What is your favorite color?', schema }));
  },
};

const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  ...ASKING,
  test_simple_text: () => 'This is a simple text response for testing.',
  test_image_content: () => PNG,
  test_audio_content: () => WAV,
  test_embedded_resource: () => btoa('This is an embedded resource content.'),
  test_multiple_content_types: () => ({ picture: PNG, file: btoa('{"test":"data","value":123}') }),
  test_error_handling: () => {
    throw new BTCPError('INTENDED', 'This tool intentionally returns an error for testing');
  },
  test_tool_with_progress: async (_input, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress?.({ progress: done, total: 100 });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 'done';
  },
  test_x_mcp_header: () => 'done',
  test_reconnection: () => 'done',
  json_schema_2020_12_tool: () => null,
};

/** A client with the tools that the conformance suite of MCP calls. */
export async function makeConformanceHost(): Promise<{
  readonly host: BTCPClient;
  readonly manifest: Manifest;
}> {
  const host = new BTCPClient({ compile: compileSchema });
  const added = { ...MANIFEST, name: 'added-tools', tools: [tool('added_tool', 'Is there for a while.')] };
  const change = async (): Promise<string> => {
    const isThere = await host.unregisterManifest(added.name);
    if (!isThere)
      await host.registerManifest({ manifest: added, implementations: { added_tool: () => null } });
    return 'done';
  };
  const implementations = { ...IMPLEMENTATIONS, test_trigger_tool_change: change };
  await host.registerManifest({ manifest: MANIFEST, implementations });
  return { host, manifest: MANIFEST };
}
