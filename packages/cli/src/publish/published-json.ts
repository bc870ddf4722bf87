/** A JSON file, as people read it. */
export const publishedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
