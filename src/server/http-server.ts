import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
  type IncomingMessage,
} from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as endOfTurn } from 'node:timers/promises';
import { LONG_ANSWER, type AnswerBroken, type BrokenRequest } from '#service/process.ts';
import { normalizeTarget } from './dispatch.ts';

/** Limits on the time and memory that an unauthenticated client can use. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /**
   * Longer than proxies keep a connection (nginx 60 s). The proxy must be the one that closes it: otherwise it could
   * send a request on a connection that the server is closing.
   */
  keepAliveTimeout: 65_000,
};
/** Per process. Further connections are closed as soon as they open. */
const MAX_CONNECTIONS = 4_000;
/** How long a refused client that is still sending has to read the answer. */
const LINGER_MS = 1_000;

export interface HttpServer {
  server: Server;
  /**
   * Stops the server without breaking requests. During the grace time it answers everything, each answer closing its
   * connection, so that a proxy goes elsewhere. Then it accepts nothing new, and resolves when the last request has
   * finished. Clients that are still sending a request, or not reading an answer, do not hold it up.
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
  // Ignores unknown expectations, as the RFC allows.
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
      await closeListener(server, open, inFlight);
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

/** Writes a raw answer to the socket: after a parse error there is no response object. */
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
  // Reads the remaining input: destroying a socket with unread bytes resets it, and the answer is lost.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A request may take 30 s to arrive and an answer 10 s to produce; the rest is for the client to read it. */
const MAX_DURATION_MS = 60_000;
const SWEEP_INTERVAL_MS = 5_000;

/** The requests in progress, and until when each must be answered. */
export interface RequestsInFlight {
  /** Tracks each request from its start to the end of its answer. */
  watch(answer: RequestListener): RequestListener;
  /** The connections with a request that has arrived whole and is not answered yet. */
  working(): ReadonlySet<Socket>;
  /** Whether a client has not read an answer yet that is written in full. */
  isAnyUnread(): boolean;
  /** Makes every answer, including those in progress, the last on its connection. */
  closeConnections(): void;
  end(): void;
}

/**
 * Tracks requests, and closes the connection of a client that does not read its answer, which could otherwise hold
 * memory indefinitely.
 */
function createRequestsInFlight(): RequestsInFlight {
  const endsBy = new Map<ServerResponse, number>();
  let closing = false;

  const sweep = () => {
    const nowMs = performance.now();
    for (const [response, endsByMs] of endsBy) {
      if (endsByMs < nowMs) response.socket?.destroy();
    }
  };
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref();

  return {
    watch: (answer) => (request, response) => {
      const endWithin = (limitMs: number) => endsBy.set(response, performance.now() + limitMs);
      endWithin(MAX_DURATION_MS);
      response.once(LONG_ANSWER, endWithin);
      response.once('close', () => {
        endsBy.delete(response);
      });
      if (closing) response.setHeader('connection', 'close');
      answer(request, response);
    },
    working() {
      const requests = [...endsBy.keys()]
        .filter((response) => response.req.complete && !response.writableEnded)
        .map((response) => response.req.socket);
      return new Set(requests);
    },
    isAnyUnread: () => [...endsBy.keys()].some(({ writableEnded }) => writableEnded),
    closeConnections() {
      closing = true;
      for (const response of endsBy.keys()) {
        if (!response.headersSent) response.setHeader('connection', 'close');
      }
    },
    end() {
      clearInterval(sweeping);
    },
  };
}

/** The most requests that a client may pipeline. Hardly any client pipelines at all. */
const MAX_WAITING = 16;

interface PipelinedRequest {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers the requests of a connection one at a time: begins each when the previous answer has been read. node:http
 * would begin all that have arrived, and keep every answer in memory for a client that never reads. A client that
 * pipelines too many requests loses the connection.
 */
function oneAtATime(answer: RequestListener): RequestListener {
  const waitingOn = new WeakMap<Socket, PipelinedRequest[]>();

  function begin({ request, response }: PipelinedRequest, waiting: PipelinedRequest[]): void {
    const { socket } = request;
    response.once('close', () => {
      const next = socket.destroyed ? undefined : waiting.shift();
      if (next === undefined) waitingOn.delete(socket);
      else begin(next, waiting);
    });
    answer(request, response);
  }

  return (request, response) => {
    const waiting = waitingOn.get(request.socket);
    if (waiting === undefined) {
      const none: PipelinedRequest[] = [];
      waitingOn.set(request.socket, none);
      begin({ request, response }, none);
    } else if (waiting.length < MAX_WAITING) {
      waiting.push({ request, response });
    } else {
      request.socket.destroy();
    }
  };
}

/**
 * How long an unused connection may stay open: node:http counts a connection opened in advance as busy until its
 * first request.
 */
const UNUSED_AFTER_MS = 1_000;
const CHECK_INTERVAL_MS = 100;
/** How long after the listener has closed a client may go on sending its request or reading its answer. */
const UNFINISHED_AFTER_MS = 5_000;
/** How long a request that has arrived may take then: a card's is answered sooner. */
const WORKING_AFTER_MS = 15_000;
/** The longest turn of the event loop that counts as quiet; one comes sooner or later. */
const QUIET_TURN_MS = 1;
const QUIET_TURN_WITHIN_MS = 2_000;

/** Open connections, and when each was opened. */
export type OpenConnections = ReadonlyMap<Socket, number>;

function watchConnections(server: Server): OpenConnections {
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Stops accepting connections, and waits until the last one has closed or has had its time. */
async function closeListener(
  server: Server,
  open: OpenConnections,
  inFlight: Pick<RequestsInFlight, 'working' | 'isAnyUnread'>,
): Promise<void> {
  await untilNobodyWaits(server);
  const closedMs = performance.now();
  // For node:http a connection is idle once its answer is written, though its client has not read it yet. Its own
  // `close` would close those, so only the listener is closed, and idle connections while there is no such answer.
  const ended = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  const check = setInterval(() => {
    if (!inFlight.isAnyUnread()) server.closeIdleConnections();
    const nowMs = performance.now();
    const working = inFlight.working();
    for (const [socket, openedMs] of open) {
      const isUnused = socket.bytesRead === 0 && nowMs - openedMs > UNUSED_AFTER_MS;
      const limitMs = working.has(socket) ? WORKING_AFTER_MS : UNFINISHED_AFTER_MS;
      if (isUnused || nowMs - closedMs > limitMs) socket.destroy();
    }
  }, CHECK_INTERVAL_MS);
  await ended;
  clearInterval(check);
}

/**
 * Waits for a moment without pending connections, because closing the listener resets connections that the kernel has
 * accepted but the process has not. libuv accepts one per turn, so the moment is a turn that accepted none and was
 * too short for one to arrive since. Gives up after a time limit.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const deadlineMs = performance.now() + QUIET_TURN_WITHIN_MS;
  for (;;) {
    const [before, startedMs] = [accepted, performance.now()];
    await endOfTurn();
    const nowMs = performance.now();
    if (accepted === before && nowMs - startedMs < QUIET_TURN_MS) break;
    if (nowMs > deadlineMs) break;
  }
  server.off('connection', count);
}
