import { extname } from 'node:path';

/** Whether the toolkit runs as it was built, not from source: Node can start its workers only then. */
export const IS_BUILT: boolean = extname(import.meta.url) === '.js';
