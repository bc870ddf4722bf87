/** A document as JSON, or why it is invalid. */
export type ReadDocument =
  { readonly ok: true; readonly document: unknown } | { readonly ok: false; readonly message: string };

/** Parses JSON, or JSON values on separate lines. */
export function readDocument(text: string): ReadDocument {
  // Some editors write a byte order mark.
  const json = text.replace(/^\uFEFF/, '');
  const whole = parse(json);
  if (whole.ok) return whole;
  const lines = json.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parse);
  if (lines.length < 2 || !values.every((value) => value.ok)) return whole;
  return { ok: true, document: values.map(({ document }) => document) };
}

function parse(json: string): ReadDocument {
  try {
    return { ok: true, document: JSON.parse(json) as unknown };
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}
