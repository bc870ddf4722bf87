/** A reference as an absolute address; nothing if it is none. */
export function parseUri(reference: string, base: string): URL | undefined {
  try {
    return new URL(reference, base);
  } catch {
    return undefined;
  }
}

/** A text with its percent escapes resolved; nothing if they are broken. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An address without its fragment. */
export function withoutHash(url: URL): string {
  const at = url.href.indexOf('#');
  return at < 0 ? url.href : url.href.slice(0, at);
}
