// @module-tag pglite-only
/** One trace from the shopper to the webhook if a collector is configured, and no tracing otherwise. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxIn, sandboxClient } from '../../support/process/sandbox.ts';
import { newServiceData } from '../../support/database/seeds/service-data.ts';
import { deliveries, startReceiver, type Receiver } from '../../support/network/receiver.ts';
import { payinBody } from '../../support/orders/orders.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';
import { tracesIn, tracesOf } from '../../support/traces.ts';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../../support/network/listen.ts';

/** The part of an OTLP export that the tests read. */
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

type CollectedSpan = z.output<
  typeof exported
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

async function startTraceCollector() {
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
    /** Returns all bytes received. */
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

const PRINT_LOADED = join(import.meta.dirname, 'print-loaded-process.ts');
const CARD = '4242424242424242';
const SECRETS = [CARD, 'Quillontrace', 'quillon@traces.example', '+4915550007777'];

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SHOPPER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE_ID}-${SHOPPER}-01`;

let directory: string;
let receiver: Receiver;

beforeAll(async () => {
  ({ directory } = await newServiceData());
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await rm(directory, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  return startedServer({
    DATA_DIR: directory,
    NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${PRINT_LOADED}`,
    ...env,
  });
}

/** Pays as a browser without scripts, with the trace in every request. */
async function pay({ baseUrl }: ServerProcess): Promise<void> {
  const sandbox = await sandboxIn(directory);
  const client = sandboxClient(baseUrl, sandbox);
  const [, firstName = '', email, phone] = SECRETS;
  const customer = { first_name: firstName, email, phone };
  const made = await client.createPayin(
    payinBody({ sandbox }, { customer, callback_url: receiver.url }),
  );
  if (!made.ok) throw new Error(`No order was made: ${made.cause}`);
  const payUrl = `${baseUrl}/pay/${made.value.id}`;
  const page = await (await fetch(payUrl, { headers: { traceparent } })).text();
  const from = /name="from" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const answer = await fetch(`${payUrl}/card`, {
    method: 'POST',
    headers: { accept: 'application/json', traceparent },
    body: new URLSearchParams({
      card_number: CARD,
      expiry: '12 / 39',
      security_code: '123',
      cardholder_name: firstName,
      from,
    }),
  });
  expect(answer.status).toBe(200);
  await deliveries(receiver, 1);
}

/** Returns the span names from the trace's origin to a span. */
function pathTo(spans: readonly CollectedSpan[], name: string): string[] {
  const path: string[] = [];
  let span = spans.find((each) => each.name === name);
  while (span !== undefined) {
    path.unshift(span.name);
    const { parentSpanId } = span;
    if (parentSpanId === SHOPPER) path.unshift('shopper');
    span = spans.find(({ spanId }) => spanId === parentSpanId);
  }
  return path;
}

describe('traces', () => {
  it('go from the shopper by page, service and acquirer to the webhook, without card data', async () => {
    const collector = await startTraceCollector();
    const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await pay(server);
    expect(await server.stop('SIGTERM')).toBe(0);
    const spans = collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
    expect(pathTo(spans, 'getCheckout')).toEqual(['shopper', 'page', 'getCheckout']);
    const submitted = ['shopper', 'page', 'submitCardData'];
    expect(pathTo(spans, 'acquirer authorize')).toEqual([...submitted, 'acquirer authorize']);
    expect(pathTo(spans, 'deliver webhook')).toEqual([...submitted, 'deliver webhook']);
    expect(tracesIn(collector.received(), tracesOf(SECRETS))).toEqual([]);
    expect(server.output()).toContain('@opentelemetry/sdk-trace/');
    await collector.close();
  });

  it('are off without a collector: no module of the SDK is loaded', async () => {
    const server = await start({});
    await pay(server);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.output()).not.toContain('loaded ');
  });
});
