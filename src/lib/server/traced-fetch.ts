import { context, propagation, trace } from '@opentelemetry/api';

type Fetch = typeof fetch;

/** Passes the trace that is under way on to the service, beside what is signed. */
export const tracedFetch =
  (fetch: Fetch): Fetch =>
  (input, init) => {
    if (trace.getActiveSpan() === undefined) return fetch(input, init);
    const headers = new Headers(init?.headers);
    propagation.inject(context.active(), headers, {
      set: (carrier, name, value) => {
        carrier.set(name, value);
      },
    });
    return fetch(input, { ...init, headers });
  };
