/** Classes of Node's types that are the browser's own, or only compute; the rules of their members are in the table. */
export const NODE_SHARED: ReadonlySet<string> = new Set(
  `AbortController AbortSignal Blob Buffer BufferConstructor DOMException Event EventTarget File FormData Headers
  Request Response TextDecoder TextEncoder URL URLSearchParams`.split(/\s+/),
);
