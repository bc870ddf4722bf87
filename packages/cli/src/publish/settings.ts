import type { JsonSchemaObject, PublishConfig } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { UsageError } from '../errors.ts';

const URL_PATTERN = '^https?://[^\\s]+$';
const SHORT = { type: 'string', minLength: 1, maxLength: 100 };
const TEXT = { type: 'string', minLength: 1 };

const object = (properties: object, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const HEADER = object(
  { name: TEXT, description: TEXT, isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' } },
  'name',
);

const NAME = { type: 'string', maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' };

/** `publish` of a config; names and lengths as the MCP registry's server.json of 2025-12-11 has them. */
const SETTINGS = object({
  name: NAME,
  title: SHORT,
  description: SHORT,
  url: { type: 'string', pattern: '^https?://[^\\s?#]+/$' },
  npm: { type: 'string', pattern: '^(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$' },
  remotes: {
    type: 'array',
    items: object(
      {
        type: { enum: ['streamable-http', 'sse'] },
        url: { type: 'string', pattern: URL_PATTERN },
        headers: { type: 'array', items: HEADER },
      },
      'type',
      'url',
    ),
  },
  repository: object(
    { url: { type: 'string', pattern: URL_PATTERN }, source: TEXT, subfolder: TEXT },
    'url',
    'source',
  ),
  bundle: TEXT,
});

/** Whether the MCP registry takes a text as a server's name. */
export const isServerName: (text: string) => boolean = (text) => compileSchema(NAME)(text).ok;

/** What the registry takes, for people. */
export const SERVER_NAME =
  'a namespace, a slash and a name, such as "com.example/orders": at most 200 letters, digits, dots and hyphens';

/**
 * Validates `publish` of a config.
 *
 * @throws UsageError that names the first setting that is wrong.
 */
export function readSettings(given: unknown): PublishConfig {
  const result = compileSchema(SETTINGS)(given ?? {});
  // The schema says what the type does.
  if (result.ok) return result.value as PublishConfig;
  const [issue] = result.issues;
  const message = issue?.message ?? 'it must be an object';
  throw new UsageError(`In \`publish\` of the config, ${/[.?]$/.test(message) ? message : `${message}.`}`);
}
