import { createTwoFilesPatch } from 'diff';
import type { FileChange } from './project-files.ts';

/** What would be written, for people: new files by name, other files as a diff. */
export function showChanges(changes: readonly FileChange[]): string {
  const created = changes.filter(({ before }) => before === undefined);
  const edited = changes.filter(({ before }) => before !== undefined);
  const rows = created.map(({ path, after }) => `  new   ${path} (${after.split('\n').length - 1} lines)\n`);
  const diffs = edited.map(({ path, before = '', after }) => {
    const patch = createTwoFilesPatch(path, path, before, after, '', '', { context: 1 });
    // Without the lines that name the files.
    return `  edit  ${path}\n${patch
      .split('\n')
      .slice(3)
      .join('\n')
      .replace(/^(?=.)/gm, '    ')}`;
  });
  return [...rows, ...diffs].join('');
}
