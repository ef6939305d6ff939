/** An HTTP proxy before an acquirer, which injects faults before or after the acquirer accepts a request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { listen } from '../../../support/network/listen.ts';
import { until } from '../../../support/until.ts';

export type Fault =
  /** Refuses connections. */
  | { does: 'refuse' }
  /** The acquirer never receives the request, or its answer never arrives. */
  | { does: 'silence' | 'cut'; accepted: boolean }
  | { does: 'status'; status: number; accepted: boolean }
  | { does: 'slow'; ms: number }
  | { does: 'garbage' | 'empty' | 'huge' | 'redirect' }
  | { does: 'rewrite'; body: (text: string) => string };

export interface FaultProxy {
  baseUrl: string;
  /** Injects a fault into all requests whose `METHOD path` matches, until `heal`. */
  break(fault: Fault, on?: RegExp): Promise<void>;
  heal(): Promise<void>;
  /** Resolves when the next request is left without an answer. */
  silenced(): Promise<unknown>;
  /** `METHOD path` of every request, the broken ones too. */
  requests: string[];
  /** Requests that followed a redirect. */
  lured: string[];
  close(): Promise<void>;
}

const HUGE_BYTES = 24 * 1024 * 1024;
const LURE = '/lured';

export async function startFaultProxy(targetUrl: string): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const requests: string[] = [];
  const lured: string[] = [];
  let broken: { fault: Fault; on: RegExp } | undefined;
  let silence = Promise.withResolvers<undefined>();
  const server = createServer((incoming, response) => {
    const line = `${incoming.method ?? ''} ${incoming.url ?? ''}`;
    (incoming.url?.startsWith(LURE) ? lured : requests).push(line);
    const fault = broken?.on.test(line) ? broken.fault : undefined;
    passOn(target, incoming, response, fault)
      .then(() => {
        if (fault?.does === 'silence') silence.resolve(undefined);
      })
      .catch(() => response.destroy());
  });
  const { baseUrl, close: stop } = await listen(server);
  return {
    baseUrl,
    requests,
    lured,
    async break(fault, on = /^/) {
      broken = { fault, on };
      if (fault.does !== 'refuse') return;
      await stop();
      await connectionsNoticed(baseUrl);
    },
    silenced() {
      silence = Promise.withResolvers<undefined>();
      return silence.promise;
    },
    async heal() {
      broken = undefined;
      if (!server.listening)
        await once(server.listen(Number(new URL(baseUrl).port), '127.0.0.1'), 'listening');
    },
    async close() {
      if (server.listening) await stop();
    },
  };
}

/**
 * Waits until this process's clients have noticed the close, or they would see a broken connection, not a refused one.
 */
async function connectionsNoticed(url: string): Promise<void> {
  await until(
    () => fetch(url).catch((error: unknown) => error),
    (met) => met instanceof Error && inspect(met.cause).includes('ECONNREFUSED'),
    () => 'a connection to the proxy is still open',
  );
}

async function passOn(
  target: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await buffer(incoming);
  if (fault !== undefined && isBefore(fault)) {
    breakAnswer(fault, response);
    return;
  }
  if (fault?.does === 'slow') await sleep(fault.ms);
  const { method = 'GET', url = '/', headers } = incoming;
  const passed = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  const answer = await fetch(new URL(url, target), {
    method,
    headers: {
      ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      'accept-encoding': 'identity',
    },
    ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  });
  const answered = await answer.text();
  if (fault !== undefined && fault.does !== 'slow' && fault.does !== 'rewrite') {
    breakAnswer(fault, response);
    return;
  }
  const text = fault?.does === 'rewrite' ? fault.body(answered) : answered;
  const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
}

const HOP_BY_HOP = new Set([
  'host',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'content-length',
]);

function isBefore(fault: Fault): boolean {
  return 'accepted' in fault ? !fault.accepted : fault.does === 'redirect';
}

function breakAnswer(fault: Fault, response: ServerResponse): void {
  switch (fault.does) {
    case 'cut':
      response.destroy();
      return;
    case 'status':
      response.writeHead(fault.status, { 'Content-Type': 'application/json' }).end('{}');
      return;
    case 'garbage':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><h1>Welcome</h1></html>');
      return;
    case 'empty':
      response.writeHead(200).end();
      return;
    case 'huge':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        Buffer.concat([Buffer.from('"'), Buffer.alloc(HUGE_BYTES, 'x'), Buffer.from('"')]),
      );
      return;
    case 'redirect':
      response.writeHead(307, { Location: LURE }).end();
      return;
    default:
      // Silence: the connection stays open without an answer.
      return;
  }
}
