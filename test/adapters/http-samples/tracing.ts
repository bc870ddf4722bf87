import type { BTCPClient } from '@btcp/client';
import { context, propagation, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** Makes a span of each call, in the trace of its caller. */
export function traceCalls(client: BTCPClient): void {
  const spans = new Map<number, Span>();
  client.on('callStarted', ({ id, tool, context: added }) => {
    const parent = propagation.extract(context.active(), added?.trace ?? {});
    spans.set(id, trace.getTracer('tools').startSpan(`tools/call ${tool}`, {}, parent));
  });
  const end = (id: number): void => {
    spans.get(id)?.end();
    spans.delete(id);
  };
  client.on('callSucceeded', ({ id }) => end(id));
  client.on('callFailed', ({ id, error }) => {
    spans.get(id)?.setStatus({ code: SpanStatusCode.ERROR, message: error.code });
    end(id);
  });
}
