/** The part of the generated HTTP module that reads what an API answers, as TypeScript. */
export const READ_ANSWERS: string = String.raw`async function contentOf(response: Response, accept: string | undefined): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const isJson = /[/+]json\b/.test(type);
  // Without a type it is what was asked for.
  if (isJson || (type === '' && accept === undefined)) {
    const text = await response.text();
    if (text === '') return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // An error's status says more, as of a proxy that answers in text.
      if (!response.ok || !isJson) return text;
      throw new Error('its answer is no JSON: ' + text.slice(0, 100));
    }
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (/^text\/|[/+](xml|yaml|x-yaml|javascript)\b/.test(type))
    return new TextDecoder(/charset="?([\w-]+)/i.exec(type)?.[1]).decode(bytes);
  return bytes.length === 0 ? null : btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

const SUGGESTIONS: Readonly<Record<number, string>> = {
  400: 'Correct the input by what the answer says.',
  401: 'Ask the host for credentials that are valid.',
  403: 'Ask the host for credentials that allow this.',
  404: 'Check the names and ids in the input.',
  409: 'Read the current state, then decide again.',
  422: 'Correct the input by what the answer says.',
  429: 'Wait, then call again.',
};

/** Characters of an error's body that are kept. */
const MAX_ERROR = 10_000;
/** And those that its message has, which is all that an agent sees. */
const MAX_SAID = 2000;

function httpError(call: Call, response: Response, content: unknown): BTCPError {
  const { status, headers } = response;
  const said = content === null ? '' : textOf(content);
  const body = said.length > MAX_ERROR ? said.slice(0, MAX_ERROR) : content;
  const after = headers.get('retry-after');
  const location = headers.get('location');
  return new BTCPError('HTTP_ERROR', {
    message: nameOf(call) + ' was answered with ' + status + (said === '' ? '' : ': ' + said.slice(0, MAX_SAID)),
    suggestion:
      (after === null ? undefined : 'Call again after ' + after + (/^\d+$/.test(after) ? ' seconds.' : '.')) ??
      SUGGESTIONS[status] ??
      (status >= 500 ? 'Try again later.' : 'Read the answer before calling again.'),
    data: { status, body, ...(location !== null && { location }) },
  });
}
`;
