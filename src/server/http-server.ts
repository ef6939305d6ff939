import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerBroken, BrokenRequest } from '#service/process.ts';
import { closeListener, watchConnections } from './close-listener.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createRequestsInFlight } from './requests-in-flight.ts';
import { normalizeTarget } from './request-target.ts';

/** What a client may take of time and memory before anybody knows who it is. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep a connection (nginx 60 s): the one that closes must be the one that sends. */
  keepAliveTimeout: 65_000,
};
/** Per process. One more is closed as soon as it is opened. */
const MAX_CONNECTIONS = 4_000;
/** For whoever still writes to read why it was refused. */
const LINGER_MS = 1_000;

export interface HttpServer {
  server: Server;
  /**
   * Ends it without cutting anything off: for the grace time everything is still answered, each answer
   * the last on its connection, so that a proxy goes elsewhere; then nothing new is let in, and
   * the last request in flight ends it.
   */
  drain(graceMs: number): Promise<void>;
}

export function createHttpServer(answer: RequestListener, answerBroken: AnswerBroken): HttpServer {
  const inFlight = createRequestsInFlight();
  const listener = inFlight.watch(
    oneAtATime((request, response) => {
      if (normalizeTarget(request)) {
        answer(request, response);
        return;
      }
      const { status, headers, body } = answerBroken('malformed');
      response.writeHead(status, { ...headers, connection: 'close' }).end(body);
    }),
  );
  const server = createServer({ ...LIMITS, requireHostHeader: false }, listener);
  server.maxConnections = MAX_CONNECTIONS;
  // What a client expects that nobody knows is left aside, as the RFC allows.
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => {
    refuseSocket(socket, answerBroken('malformed'));
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable) refuseSocket(socket, answerBroken(problemOf(error)));
    else socket.destroy();
  });
  server.once('close', () => {
    inFlight.end();
  });
  const open = watchConnections(server);
  return {
    server,
    async drain(graceMs) {
      inFlight.closeConnections();
      await sleep(graceMs);
      await closeListener(server, open);
    },
  };
}

const PROBLEMS_BY_CODE: Readonly<Record<string, BrokenRequest>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
  HPE_HEADER_OVERFLOW: 'head_too_large',
};

function problemOf(error: NodeJS.ErrnoException): BrokenRequest {
  return PROBLEMS_BY_CODE[error.code ?? ''] ?? 'malformed';
}

/** Answers by hand: the parser has given up, and there is no response to write to. */
function refuseSocket(
  socket: Duplex,
  { status, headers, body = '' }: ReturnType<AnswerBroken>,
): void {
  const own = {
    ...headers,
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`,
  );
  socket.end(body);
  // A socket that is destroyed with bytes unread is reset, and takes the answer with it.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
