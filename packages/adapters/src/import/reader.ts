import type { Warning } from '../warning.ts';
import type { ImportProfile } from './import-profile.ts';

/** What every part of reading a tool is given. */
export interface Reader {
  readonly profile: ImportProfile;
  readonly warn: (warning: Omit<Warning, 'tool'>) => void;
}
