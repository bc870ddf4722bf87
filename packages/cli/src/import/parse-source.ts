import { IMPORT_FORMATS, type ImportFormat, STRICT_TARGETS, type Target } from '@btcp/adapters/formats';
import { didYouMean, UsageError } from '../errors.ts';

/** Other names of formats, for imports and exports alike; those of strict forms end in `-strict`. */
export const FORMAT_ALIASES: ReadonlyMap<string, Target> = new Map([
  ['mcp', 'mcp-2025-11-25'],
  ...STRICT_TARGETS.map((target) => [`${target}-strict`, target] as const),
]);

/** The source that is a running MCP server, in place of a format. */
export const SERVER = 'mcp-server';

/** The source that is an OpenAPI document, whose operations become tools with code. */
export const OPEN_API = 'openapi';

/** Possible values of `--from`. */
export const SOURCES: readonly string[] = [...IMPORT_FORMATS, SERVER, OPEN_API];

/**
 * Parses `--from`.
 *
 * @throws UsageError that suggests a source.
 */
export function parseSource(name: string | undefined): ImportFormat | typeof SERVER | typeof OPEN_API {
  if (name === undefined) throw new UsageError(`Name the format: --from with one of ${SOURCES.join(', ')}.`);
  if (name === SERVER || name === OPEN_API) return name;
  // Strict forms are imported like the others.
  const meant = FORMAT_ALIASES.get(name) ?? name;
  const format = IMPORT_FORMATS.find((each) => each === meant);
  if (format !== undefined) return format;
  const hint = didYouMean(name, SOURCES, `; there are ${SOURCES.join(', ')}.`);
  throw new UsageError(`There is no format "${name}"${hint}`);
}
