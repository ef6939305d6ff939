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
 * Exports traces where there is a collector for them. Without one nothing of the SDK is loaded.
 *
 * @returns sends what is left, and ends
 */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.ts');
  return startSdk(endpoint);
}

/** The header that traces are passed on by (W3C Trace Context). */
const TRACEPARENT = 'traceparent';

interface SpanOptions {
  kind: SpanKind;
  /** Ids, names of ours and numbers: nothing that anybody sent. */
  attributes?: Attributes;
  /** The caller's, as its header or a row had it; by default what is under way here goes on. */
  traceparent?: string | null | undefined;
}

/**
 * Does something as a span of the trace that is under way. Without a collector this is no more than a call:
 * the library's interface does nothing until an SDK is behind it.
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
      // Its message may repeat what somebody sent.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What the next process needs to go on with this trace; null where none is under way. */
export function currentTraceparent(): string | null {
  if (trace.getActiveSpan() === undefined) return null;
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier[TRACEPARENT] ?? null;
}
