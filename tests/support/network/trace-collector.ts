/** A collector of traces as any that speaks OTLP over HTTP, which keeps what it is sent. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from './listen.ts';

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = z.output<
  typeof exported
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

export async function startTraceCollector() {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { baseUrl, close } = await listen(server);
  return {
    url: baseUrl,
    /** All that it was sent, as it was sent. */
    received: () => Buffer.concat(bodies),
    spans: (): CollectedSpan[] =>
      bodies.flatMap((body) =>
        exported
          .parse(JSON.parse(body.toString('utf8')))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close,
  };
}
