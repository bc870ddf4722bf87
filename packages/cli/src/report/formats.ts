/** Output formats of diagnostics. */
export const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;

export type Format = (typeof FORMATS)[number];
