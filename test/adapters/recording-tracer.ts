import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanStatus,
  type TextMapGetter,
  type TextMapPropagator,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** A span that has ended. */
interface EndedSpan {
  readonly name: string;
  /** The `traceparent` of its parent. */
  readonly parent: string | undefined;
  readonly error?: string;
}

/** A tracer of the OpenTelemetry API that keeps its spans, as the SDK, which takes no current API, would export them. */
export class RecordingTracer implements Tracer {
  readonly ended: EndedSpan[] = [];

  startSpan(name: string, _options: unknown, context: Context = ROOT_CONTEXT): Span {
    const parent = trace.getSpanContext(context);
    let error: string | undefined;
    const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 });
    return Object.assign(span, {
      setStatus: ({ message }: SpanStatus) => ((error = message), span),
      end: () =>
        void this.ended.push({
          name,
          parent: parent && `00-${parent.traceId}-${parent.spanId}-0${parent.traceFlags}`,
          ...(error !== undefined && { error }),
        }),
    });
  }

  startActiveSpan(): never {
    throw new Error('Not used here.');
  }
}

/** Reads the `traceparent` of W3C Trace Context. */
export class TraceparentPropagator implements TextMapPropagator {
  extract(context: Context, carrier: unknown, getter: TextMapGetter): Context {
    const [, traceId = '', spanId = '', flags = '0'] = String(getter.get(carrier, 'traceparent')).split('-');
    return traceId === ''
      ? context
      : trace.setSpanContext(context, { traceId, spanId, traceFlags: Number(flags) });
  }

  inject(): void {}

  fields(): string[] {
    return ['traceparent'];
  }
}
