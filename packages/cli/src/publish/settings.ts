import type { PublishConfig, Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { UsageError, InputError } from '../errors.ts';
import type { LoadedConfig } from '@btcp/codegen';
import { ManifestFacts } from '@btcp/schema/check';
import { closedObject as object, withEnd } from '@btcp/schema/internal';
import type { PackageFields } from '../system/read-package.ts';

const URL_PATTERN = '^https?://[^\\s]+$';
const SHORT = { type: 'string', minLength: 1, maxLength: 100 };
const TEXT = { type: 'string', minLength: 1 };

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
  agent: object(
    {
      url: { type: 'string', pattern: URL_PATTERN },
      binding: { enum: ['JSONRPC', 'GRPC', 'HTTP+JSON'] },
      streaming: { type: 'boolean' },
      pushNotifications: { type: 'boolean' },
      securitySchemes: { type: 'object', additionalProperties: { type: 'object' } },
      securityRequirements: { type: 'array', items: { type: 'object' } },
    },
    'url',
  ),
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
  throw new UsageError(`In \`publish\` of the config, ${withEnd(message)}`);
}

export interface Publication {
  /** As the build wrote it. */
  readonly manifest: Manifest;
  readonly config: LoadedConfig;
  /** `publish` of the config, validated. */
  readonly settings: PublishConfig;
  readonly package: PackageFields;
  /** Whether drafts are written too. */
  readonly isExperimental: boolean;
  /** The texts of the private key and of the published key set, where the manifest is signed. */
  readonly signing?: { readonly key: string; readonly keys: string };
  /** Reports what a format loses, in one line. */
  readonly report: (loss: string) => void;
  /** Reports a tool that a promised file lacks: the command then fails, unless partial files are allowed. */
  readonly reportMissing: (loss: string) => void;
}

export interface PublishedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Writes the files of one kind; none where they do not apply. */
export type FileWriter = (
  publication: Publication,
) => readonly PublishedFile[] | Promise<readonly PublishedFile[]>;

/** A JSON file, as people read it. */
export const publishedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Validates a manifest: a build writes a valid one, but anybody can change the file.
 *
 * @param name - How the message names it.
 * @throws InputError that says the first thing that is wrong.
 */
export function validManifest(read: unknown, name: string): Manifest {
  const { issues, tools } = new ManifestFacts(read);
  const issue = [...issues, ...tools.flatMap((tool) => tool.issues)].find(
    ({ severity }) => severity === 'error',
  );
  // Without issues it is what the meta-schema describes.
  if (!issue) return read as Manifest;
  throw new InputError(`${name} is not a valid manifest: ${issue.message}`, 'Run `btcp build`.');
}

/** Whether a provider's URL leads to a page; any other scheme could run a script. */
export const isWebUrl = (url: string): boolean => URL.canParse(url) && /^https?:\/\//i.test(url);
