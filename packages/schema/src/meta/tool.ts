import { Type, type TObject, type TOptional, type TSchema } from '@sinclair/typebox';
import { CAPABILITY_STRING, TIMEOUT, TOOL_STRINGS, UI_STRINGS } from './limits.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Any JSON Schema of 2020-12, by reference to its own meta-schema. */
const jsonSchema = (description: string): TSchema => Type.Unsafe({ $ref: DIALECT, description });

const Example = Type.Object({
  description: Type.Optional(Type.String({ description: 'What the example shows.' })),
  input: Type.Object({}, { description: 'The input of the call.' }),
  output: Type.Optional(Type.Unknown({ description: 'What the call returns.' })),
});

const domains = (description: string): TOptional<TSchema> =>
  Type.Optional(Type.Array(Type.String({ ...UI_STRINGS.domain }), { description }));

const Ui = Type.Object(
  {
    sha256: Type.String({ ...UI_STRINGS.sha256, description: 'The SHA-256 digest of the document.' }),
    connectDomains: domains('Origins that the document may connect to.'),
    resourceDomains: domains('Origins that the document may load images, scripts, styles and fonts from.'),
  },
  { description: 'The HTML document that shows results of the tool in hosts of MCP Apps.' },
);

/** The published meta-schema of a BTCP tool: what a reader accepts. A build asks for more, see `findToolIssues`. */
export const ToolSchema: TObject = Type.Object(
  {
    name: Type.String({
      ...TOOL_STRINGS.name,
      description: 'The name to call the tool by, unique in its manifest.',
    }),
    description: Type.String({ ...TOOL_STRINGS.description, description: 'What the tool does, for agents.' }),
    inputSchema: jsonSchema('JSON Schema of the input.'),
    outputSchema: Type.Optional(jsonSchema('JSON Schema of what a call returns.')),
    capabilities: Type.Array(Type.String({ ...CAPABILITY_STRING }), {
      description: 'The powers that the tool needs.',
    }),
    capabilitiesVerified: Type.Optional(
      Type.Boolean({
        description:
          "Whether the build that published the tool read its code, and found no use of a capability that is not declared. The publisher's claim, not proof.",
      }),
    ),
    examples: Type.Optional(
      Type.Array(Type.Unsafe({ $ref: '#/$defs/Example' }), { description: 'Example calls.' }),
    ),
    deprecated: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether callers should move to another tool.' }),
    ),
    deprecationMessage: Type.Optional(Type.String({ description: 'What to use instead.' })),
    successor: Type.Optional(Type.String({ description: 'The name of the tool to use instead.' })),
    sunset: Type.Optional(
      Type.String({ description: 'The version of the manifest in which the tool will be gone.' }),
    ),
    aliasOf: Type.Optional(Type.String({ description: 'The tool that this is a former name of.' })),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Words to find the tool by.' })),
    timeout: Type.Optional(
      Type.Integer({ ...TIMEOUT, description: 'How long a call may take, in milliseconds.' }),
    ),
    confirm: Type.Optional(
      Type.Unsafe({
        type: ['boolean', 'string'],
        description: 'Whether a user is asked before each call, or the sentence that asks them.',
      }),
    ),
    ui: Type.Optional(Ui),
    mcp: Type.Optional(Type.Unknown({ description: 'What MCP says of the tool beside this.' })),
  },
  {
    $schema: DIALECT,
    $id: 'https://btcp.dev/schemas/tool.json',
    title: 'BTCP Tool',
    description: 'A tool of the Browser Tool Calling Protocol.',
    $defs: { Example },
  },
);
