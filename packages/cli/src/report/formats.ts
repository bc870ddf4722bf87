/** How diagnostics may be printed. */
export const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;

/** One of them. */
export type Format = (typeof FORMATS)[number];
