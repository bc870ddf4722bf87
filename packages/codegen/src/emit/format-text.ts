import type { Options, Plugin } from 'prettier';

/** A text to format. */
export interface FormatRequest {
  readonly text: string;
  readonly options: Options;
}

/** Stands between texts that are formatted in one go, which takes a third of the time. */
const MARK = '// The next piece.';
// Lines of comments begin with an asterisk.
const MARK_LINE = /^\/\/ The next piece\.$/m;

/** Formats texts with prettier. */
export async function formatAll(requests: readonly FormatRequest[]): Promise<readonly string[]> {
  const byOptions = new Map<string, FormatRequest[]>();
  for (const request of requests) {
    const key = JSON.stringify(request.options);
    byOptions.set(key, [...(byOptions.get(key) ?? []), request]);
  }
  const formatted = new Map<FormatRequest, string>();
  for (const alike of byOptions.values()) {
    const [{ options } = { options: {} }] = alike;
    const all = await formatText(alike.map(({ text }) => text).join(`\n\n${MARK}\n\n`), options);
    for (const [index, part] of all.split(MARK_LINE).entries()) {
      const request = alike[index];
      if (request) formatted.set(request, part.trim());
    }
  }
  return requests.map((request) => formatted.get(request) ?? '');
}

// Without what finds options, files and parsers, prettier loads and runs in half the time.
async function formatText(text: string, options: Options): Promise<string> {
  if (options.parser !== undefined || (options.plugins ?? []).length > 0)
    return (await import('prettier')).format(text, options);
  const [{ format }, ...plugins] = await loadFormatter();
  return format(text, { ...options, parser: 'babel-ts', plugins });
}

/** Loads what formats, unless that was done before. */
export function loadFormatter(): Promise<Formatter> {
  return (formatter ??= Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
  ]));
}

type Formatter = [{ readonly format: (text: string, options: Options) => Promise<string> }, Plugin, Plugin];
let formatter: Promise<Formatter> | undefined;
