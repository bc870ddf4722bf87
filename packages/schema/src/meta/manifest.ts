import { Type, type TObject } from '@sinclair/typebox';
import {
  CAPABILITY_STRING,
  CAPABILITY_STRINGS,
  MANIFEST_STRINGS,
  MAX_CONCURRENT,
  PROVIDER_STRINGS,
  RISKS,
  SANDBOXES,
  TIMEOUT,
} from './limits.ts';
import { ToolSchema } from './tool.ts';

const Provider = Type.Object(
  {
    name: Type.String({ ...PROVIDER_STRINGS.name, description: 'The name to show.' }),
    url: Type.Optional(Type.String({ ...PROVIDER_STRINGS.url, description: 'A website.' })),
    contact: Type.Optional(
      Type.String({ ...PROVIDER_STRINGS.contact, description: 'An email address for support.' }),
    ),
    icon: Type.Optional(Type.String({ ...PROVIDER_STRINGS.icon, description: 'The address of an image.' })),
  },
  { description: 'Who provides the tools.' },
);

const Config = Type.Object(
  {
    timeout: Type.Optional(
      Type.Integer({
        ...TIMEOUT,
        default: 30_000,
        description: 'How long a call may take, in milliseconds.',
      }),
    ),
    sandbox: Type.Optional(
      Type.Unsafe({
        type: 'string',
        enum: SANDBOXES,
        description: 'How the tools are confined. Without it they are not: they run in the page itself.',
      }),
    ),
    maxConcurrent: Type.Optional(
      Type.Integer({ ...MAX_CONCURRENT, default: 3, description: 'How many calls may run at a time.' }),
    ),
  },
  { description: 'How a host should run the tools.' },
);

const CapabilityDetails = Type.Unsafe({
  type: 'object',
  propertyNames: CAPABILITY_STRING,
  additionalProperties: Type.Object({
    title: Type.String({ ...CAPABILITY_STRINGS.title, description: 'What the capability allows.' }),
    description: Type.Optional(
      Type.String({ ...CAPABILITY_STRINGS.description, description: 'More about it, for users.' }),
    ),
    risk: Type.Unsafe({ type: 'string', enum: RISKS, description: 'How much harm it can do.' }),
  }),
  description: 'What the provider says of capabilities that the protocol does not know, by their names.',
});

/**
 * The published meta-schema of a BTCP manifest: what a reader accepts. A build asks for more, see
 * the rules of `check`.
 */
export const ManifestSchema: TObject = Type.Object(
  {
    btcp: Type.String({
      ...MANIFEST_STRINGS.btcp,
      description: 'The version of the protocol, for example "1.0".',
    }),
    name: Type.String({ ...MANIFEST_STRINGS.name, description: 'The name that identifies the manifest.' }),
    version: Type.String({
      ...MANIFEST_STRINGS.version,
      description: 'The semantic version of the manifest.',
    }),
    description: Type.Optional(
      Type.String({ ...MANIFEST_STRINGS.description, description: 'What the tools are for.' }),
    ),
    provider: Type.Optional(Provider),
    tools: Type.Array(Type.Unsafe({ $ref: ToolSchema.$id }), { minItems: 1, description: 'The tools.' }),
    capabilities: Type.Array(Type.String({ ...CAPABILITY_STRING }), {
      description: 'The capabilities of all tools together.',
    }),
    capabilityDetails: Type.Optional(CapabilityDetails),
    config: Type.Optional(Config),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://btcp.dev/schemas/manifest.json',
    title: 'BTCP Manifest',
    description: 'What a provider publishes: tools of the Browser Tool Calling Protocol.',
  },
);
