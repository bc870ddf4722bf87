import { homedir } from 'node:os';
import { join } from 'node:path';

/** MCP clients whose settings `btcp serve --print-config` writes. */
export const MCP_CLIENTS = ['claude', 'claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'] as const;
export type McpClientName = (typeof MCP_CLIENTS)[number];

/** How a client is told of a server that it starts. */
export interface McpClient {
  /** For people. */
  readonly title: string;
  readonly syntax: 'json' | 'toml';
  /** The table of servers in the file. */
  readonly table: string;
  /** Further members of a server's entry. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /**
   * The file with the client's settings: of the project where the client reads one there, else of the user.
   *
   * @param project - Absolute path.
   */
  readonly file: (project: string) => string;
}

/** As their documentation has it in November 2026. */
export const CLIENTS: Readonly<Record<McpClientName, McpClient>> = {
  claude: {
    title: 'Claude Desktop',
    syntax: 'json',
    table: 'mcpServers',
    file: () => join(settingsFolder(), 'Claude', 'claude_desktop_config.json'),
  },
  'claude-code': {
    title: 'Claude Code',
    syntax: 'json',
    table: 'mcpServers',
    entry: { type: 'stdio' },
    file: (project) => join(project, '.mcp.json'),
  },
  cursor: {
    title: 'Cursor',
    syntax: 'json',
    table: 'mcpServers',
    file: (project) => join(project, '.cursor', 'mcp.json'),
  },
  vscode: {
    title: 'VS Code',
    syntax: 'json',
    table: 'servers',
    entry: { type: 'stdio' },
    file: (project) => join(project, '.vscode', 'mcp.json'),
  },
  codex: {
    title: 'Codex',
    syntax: 'toml',
    table: 'mcp_servers',
    // It reads a project's file only once the user trusts the project.
    file: () => join(process.env['CODEX_HOME'] ?? join(homedir(), '.codex'), 'config.toml'),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    syntax: 'json',
    table: 'mcpServers',
    file: (project) => join(project, '.gemini', 'settings.json'),
  },
};

/** Where desktop programs keep their settings. */
function settingsFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (process.platform === 'win32') return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
}
