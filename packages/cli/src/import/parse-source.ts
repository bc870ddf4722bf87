import { IMPORT_FORMATS, type ImportFormat } from '@btcp/adapters/formats';
import { closestName } from '@btcp/schema/runtime';
import { FORMAT_ALIASES } from '../format-aliases.ts';
import { UsageError } from '../errors.ts';

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
  const close = closestName(name, SOURCES);
  throw new UsageError(
    `There is no format "${name}"${close === undefined ? `; there are ${SOURCES.join(', ')}.` : `; did you mean "${close}"?`}`,
  );
}
