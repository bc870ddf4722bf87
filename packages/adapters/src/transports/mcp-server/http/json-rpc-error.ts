/** Why a request is not served. */
export interface HttpRefusal {
  readonly status: number;
  /** A code of JSON-RPC. */
  readonly code: number;
  readonly message: string;
  /** The id to answer, if one is known. */
  readonly id?: string | number | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response that refuses a request. */
export function jsonRpcError({ status, code, message, id = null, headers = {} }: HttpRefusal): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers });
}
