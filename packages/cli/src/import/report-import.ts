import { basename, relative, resolve, sep } from 'node:path';
import type { RefusedImport, Warning } from '@btcp/adapters';
import type { LoadedConfig } from '@btcp/codegen';
import { matchFiles } from '@btcp/codegen/internal';
import { line, listed } from '../io.ts';

const MAX_LISTED = 3;

/**
 * The report on an import, for people; what several tools share is reported once.
 *
 * @param allowed - Diagnostics of rules that excluded no tool.
 */
export function reportImport(
  warnings: readonly Warning[],
  refused: readonly RefusedImport[],
  allowed: readonly string[],
): string {
  const warned = new Notes();
  for (const { tool = '', code, path, detail } of warnings) warned.add(tool, `${code} at ${path}: ${detail}`);
  const left = new Map<string, RefusedImport[]>();
  for (const each of refused) {
    // Tools of one document share definitions.
    const key = JSON.stringify([each.path.replace(/^.*?(?=\/\$defs\/)/, ''), each.message, each.help]);
    const alike = left.get(key) ?? [];
    alike.push(each);
    left.set(key, alike);
  }
  const errors = [...left.values()].map((alike) => {
    const names = listed(
      alike.map(({ name = 'a tool' }) => shortened(name)),
      MAX_LISTED,
    );
    const [{ path, message, help } = { path: '', message: '', help: '' }] = alike;
    const place = path === '' ? '' : ` at ${shortened(path)}`;
    return line`error    ${names}${place}: ${message}` + line`  help: ${help}`;
  });
  const overruled = allowed.map((text) => line`warning  ${text}`);
  if (allowed.length > 0)
    overruled.push(
      "  help: A build refuses this too, until `rules` of the config has the rule as 'warning' or 'off'.\n",
    );
  return [warned.text('warning'), ...overruled, ...errors].join('');
}

// Cuts pointers with hundreds of levels, and names without end.
function shortened(path: string): string {
  return path.length <= 160 ? path : `${path.slice(0, 80)}…${path.slice(-40)}`;
}

/**
 * Says that a build will not find files that were written, and what to write in the config.
 *
 * @param config - The project's configuration; without one there is nothing to say.
 * @param files - Paths of files with tools, relative to `cwd`.
 */
export function noteUnmatched(
  config: LoadedConfig | undefined,
  cwd: string,
  files: readonly string[],
): string {
  const [first] = files;
  if (config === undefined || first === undefined) return '';
  const { root, tools, file } = config;
  const matched = new Set(matchFiles(root, tools).map((path) => resolve(path)));
  if (files.every((path) => matched.has(resolve(cwd, path)))) return '';
  const folder = relative(root, resolve(cwd, first, '..'))
    .split(sep)
    .join('/');
  const globs = [...tools, folder === '' ? '*.ts' : `${folder}/*.ts`].map((glob) => `'${glob}'`).join(', ');
  return line`warning  \`tools\` of ${basename(file)} does not match ${first}, so a build leaves it out; write: tools: [${globs}],`;
}

/** What an import changed or left out, each sentence once with the tools that it is true of. */
export class Notes {
  readonly #tools = new Map<string, Set<string>>();

  /** @param tool - Empty for what concerns the whole document. */
  add(tool: string, sentence: string): void {
    const tools = this.#tools.get(sentence) ?? new Set();
    this.#tools.set(sentence, tool === '' ? tools : tools.add(tool));
  }

  text(level: string = 'note'): string {
    const lines = [...this.#tools].map(([sentence, tools]) => {
      const of = tools.size === 0 ? '' : `${listed([...tools], MAX_LISTED)}: `;
      return line`${level.padEnd(8)} ${of}${sentence}`;
    });
    return lines.join('');
  }
}
