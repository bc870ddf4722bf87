import type { Change } from '../lower/change.ts';
import type { ToolToWrite } from './profile.ts';

/** What to report of an output schema that a target has no place for. */
export function dropOutput({ outputSchema }: ToolToWrite, detail: string): readonly Change[] {
  return outputSchema === undefined
    ? []
    : [{ code: 'output-schema-dropped', path: '/outputSchema', detail, effect: 'none' }];
}
