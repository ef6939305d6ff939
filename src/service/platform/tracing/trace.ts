import {
  context,
  propagation,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

export { SpanKind } from '@opentelemetry/api';

/**
 * Starts exporting traces if there is a collector. Without one, the SDK is not loaded.
 *
 * @returns a function that exports the remaining spans and shuts down
 */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(endpoint);
}

/** The header that carries a trace to the next process (W3C Trace Context). */
const TRACEPARENT = 'traceparent';

interface SpanOptions {
  kind: SpanKind;
  /** Ids, our own names and numbers; never a caller's input. */
  attributes?: Attributes;
  /** The caller's trace, from its header or from a row; by default the active trace continues. */
  traceparent?: string | null | undefined;
}

/**
 * Runs work as a span. Without a collector this is only a call: OpenTelemetry's API does nothing until an SDK is
 * registered.
 */
export function inSpan<Result>(
  name: string,
  { kind, attributes = {}, traceparent }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent =
    typeof traceparent === 'string'
      ? propagation.extract(context.active(), { [TRACEPARENT]: traceparent })
      : context.active();
  const tracer = trace.getTracer('tollgate');
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // The error is not recorded: its message may repeat a caller's input.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the header value with which another process continues the active trace; null if none is active. */
export function currentTraceparent(): string | null {
  if (trace.getActiveSpan() === undefined) return null;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier[TRACEPARENT] ?? null;
}
