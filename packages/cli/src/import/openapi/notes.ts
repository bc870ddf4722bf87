import { line } from '../../printable-io.ts';
import { listOf } from '../report-import.ts';

/** What an import changed or left out, each sentence once with the tools that it is true of. */
export class Notes {
  readonly #tools = new Map<string, Set<string>>();

  /** @param tool - Empty for what concerns the whole document. */
  add(tool: string, sentence: string): void {
    const tools = this.#tools.get(sentence) ?? new Set();
    this.#tools.set(sentence, tool === '' ? tools : tools.add(tool));
  }

  text(): string {
    const lines = [...this.#tools].map(([sentence, tools]) =>
      tools.size === 0 ? line`note     ${sentence}` : line`note     ${listOf([...tools])}: ${sentence}`,
    );
    return lines.join('');
  }
}
