import { join } from 'node:path';
import { foldersAbove, hashOfFile } from './cache/inputs.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import type { DefinitionCache } from './evaluate/evaluate-tools.ts';
import type { EvaluatedDefinition } from './evaluate/evaluation-protocol.ts';
import type { Session } from './session.ts';
import { SCHEMA_LIBRARIES } from './source/schema-libraries.ts';

/** Definitions as builds evaluated them, in the cache of a session. */
export class Definitions implements DefinitionCache {
  readonly #context: Session;
  readonly #kept = new Set<DiscoveredTool['call']>();
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

  #questionOf({ file, exportName }: DiscoveredTool): readonly unknown[] {
    this.#libraries ??= versionsFrom(this.#context.config.root);
    return this.#context.about(file, [
      'definition',
      this.#context.keyOf(file),
      exportName,
      ...this.#libraries,
    ]);
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
