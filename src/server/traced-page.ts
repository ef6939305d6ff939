import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { inSpan, SpanKind } from '#service/process.ts';

/** The page, each request of which begins a trace, or goes on with the one that its header names. */
export function tracedPage(page: RequestListener): RequestListener {
  return (request, response) => {
    const { traceparent } = request.headers;
    const options = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method ?? '' },
      ...(typeof traceparent === 'string' && { traceparent }),
    };
    void inSpan('page', options, async (span) => {
      const closed = once(response, 'close');
      page(request, response);
      await closed;
      span.setAttribute('http.response.status_code', response.statusCode);
    });
  };
}
