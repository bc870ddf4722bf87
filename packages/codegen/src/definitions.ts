import { join } from 'node:path';
import { foldersAbove, hashOfFile, hashOfText } from './cache/inputs.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import type { DefinitionCache } from './evaluate/evaluate-tools.ts';
import type { EvaluatedDefinition } from './evaluate/evaluation-protocol.ts';
import { isHandler } from './evaluate/plan/handlers.ts';
import type { Session } from './session.ts';
import type { ModuleOutline } from './source/module-outline.ts';
import { SCHEMA_LIBRARIES } from './source/schema-libraries.ts';
import { ts } from './source/ts.ts';

/** Definitions as builds evaluated them, in the cache of a session. */
export class Definitions implements DefinitionCache {
  readonly #context: Session;
  readonly #kept = new Set<DiscoveredTool['call']>();
  /** By absolute path. */
  readonly #hashes = new Map<string, string>();
  #libraries: readonly string[] | undefined;

  constructor(context: Session) {
    this.#context = context;
  }

  find(tool: DiscoveredTool): EvaluatedDefinition | undefined {
    const known = this.#context.cache.find<EvaluatedDefinition>(this.#questionOf(tool));
    if (known) this.#kept.add(tool.call);
    return known?.value;
  }

  put(tool: DiscoveredTool, definition: EvaluatedDefinition): void {
    this.#kept.add(tool.call);
    this.#context.cache.put(this.#questionOf(tool), definition);
  }

  closureOf(file: string): ReadonlySet<string> {
    return this.#context.modules.of(file);
  }

  /** Whether evaluating a tool again would give the same. */
  isRepeatable({ call }: DiscoveredTool): boolean {
    return this.#kept.has(call);
  }

  /** Hash of what the definitions in a file follow from: not of their handlers, so that editing one evaluates nothing. */
  #hashOf(file: string): string {
    const { modules, settings, syntax } = this.#context;
    let hash = this.#hashes.get(file);
    if (hash === undefined) {
      const outline = syntax.outlineOf(file);
      const imported = [...modules.of(file)].filter((path) => path !== file);
      const text = outline ? textWithoutHandlers(outline) : modules.hashOfText(file);
      const parts = [settings, text, ...modules.importsOf(file), modules.hashOfAll(imported)];
      this.#hashes.set(file, (hash = hashOfText(parts.join('\0'))));
    }
    return hash;
  }

  #questionOf({ file, exportName }: DiscoveredTool): readonly unknown[] {
    this.#libraries ??= versionsFrom(this.#context.config.root);
    return this.#context.about(file, ['definition', this.#hashOf(file), exportName, ...this.#libraries]);
  }
}

/** The versions of the libraries that write JSON Schema, as installed above a folder. */
function versionsFrom(root: string): readonly string[] {
  return SCHEMA_LIBRARIES.map((name) => {
    for (const folder of foldersAbove(join(root, 'package.json'))) {
      const hash = hashOfFile(join(folder, 'node_modules', name, 'package.json'));
      if (hash !== '') return hash;
    }
    return '';
  });
}

/**
 * The text of a module that its definitions follow from: its statements without handlers, and without the comments
 * between statements.
 */
function textWithoutHandlers(outline: ModuleOutline): string {
  const { file } = outline;
  const parts: string[] = [];
  let from = 0;
  const visit = (node: ts.Node): void => {
    if (!isHandler(node, outline)) return ts.forEachChild(node, visit);
    parts.push(file.text.slice(from, node.getStart(file)));
    from = node.getEnd();
  };
  for (const statement of file.statements) {
    from = statement.getStart(file);
    visit(statement);
    parts.push(file.text.slice(from, statement.getEnd()), ';');
  }
  return parts.join('\0');
}
