import type { Vocabulary } from 'ajv/dist/types/index.js';
import { COMPOSITION } from './composition.ts';
import { LIMITS } from './limits.ts';
import { LISTS } from './lists.ts';
import { OBJECTS } from './objects.ts';
import { VALUES } from './values.ts';

/** Every keyword of linked schemas. */
export const VOCABULARY: Vocabulary = [
  { keyword: 'type' },
  // Cheap bounds first: a huge string should not reach a pattern.
  ...LIMITS,
  ...VALUES,
  ...COMPOSITION,
  ...OBJECTS,
  ...LISTS,
];
