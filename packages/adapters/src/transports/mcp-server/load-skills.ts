import type { McpExtension } from './create-mcp-server.ts';

/**
 * Loads skills to serve beside tools (SEP-2640): a folder of folders with a `SKILL.md`.
 *
 * @param folder - Its path.
 * @param onWarning - Takes what is wrong with a skill, which is then left out. Default: none is told.
 */
export async function loadSkills(
  folder: string,
  onWarning: (warning: string) => void = () => undefined,
): Promise<McpExtension> {
  // Only a project with skills needs it.
  const skills = await import('@modelcontextprotocol/server/ext/skills/node');
  return skills.loadSkills(folder, {
    onWarning: ({ path, message }) => onWarning(path === '.' ? message : `${path}: ${message}`),
  });
}
