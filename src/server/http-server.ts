import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
  type IncomingMessage,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as endOfTurn } from 'node:timers/promises';
import type { AnswerBroken, BrokenRequest } from '#service/process.ts';
import { normalizeTarget } from './dispatch.ts';

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
/** For a client that still writes to read why it was refused. */
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

/** A request may take 30 s to arrive and an answer 10 s to be made; the rest is for the client to take it. */
const MAX_DURATION_MS = 60_000;
const SWEEP_INTERVAL_MS = 5_000;

/** Which requests are being answered, and since when. */
export interface RequestsInFlight {
  /** Lets each be seen from its beginning to the end of its answer. */
  watch(answer: RequestListener): RequestListener;
  /** From now on each answer is the last on its connection, those that are being made included. */
  closeConnections(): void;
  end(): void;
}

/** A client that does not take its answer loses the connection: it would hold memory for as long as it likes. */
function createRequestsInFlight(): RequestsInFlight {
  const startedAt = new Map<ServerResponse, number>();
  let closing = false;

  const sweep = () => {
    const tooOld = performance.now() - MAX_DURATION_MS;
    for (const [response, startedMs] of startedAt) {
      if (startedMs < tooOld) response.socket?.destroy();
    }
  };
  const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref();

  return {
    watch: (answer) => (request, response) => {
      startedAt.set(response, performance.now());
      response.once('close', () => {
        startedAt.delete(response);
      });
      if (closing) response.setHeader('connection', 'close');
      answer(request, response);
    },
    closeConnections() {
      closing = true;
      for (const response of startedAt.keys()) {
        if (!response.headersSent) response.setHeader('connection', 'close');
      }
    },
    end() {
      clearInterval(sweeping);
    },
  };
}

/** Requests that a client may have sent behind the one that is being answered. Hardly any sends one. */
const MAX_WAITING = 16;

interface PipelinedRequest {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers the requests of one connection one after the other: the next is begun when the last answer has
 * been taken. node:http would begin all that have arrived, and keep every answer in memory for a client that
 * never reads. A client that sends more ahead than is allowed loses the connection.
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

/** One that was opened in advance counts as busy with node:http until its first request: it gets so long. */
const UNUSED_AFTER_MS = 1_000;
const CHECK_INTERVAL_MS = 100;
/** A turn of the event loop in which next to nothing happened; there is one sooner or later. */
const QUIET_TURN_MS = 1;
const QUIET_TURN_WITHIN_MS = 2_000;

/** Connections and when they were opened. */
export type OpenConnections = ReadonlyMap<Socket, number>;

function watchConnections(server: Server): OpenConnections {
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Lets nothing new in, and waits until the last connection has ended. */
async function closeListener(server: Server, open: OpenConnections): Promise<void> {
  await untilNobodyWaits(server);
  const ended = new Promise((resolve) => server.close(resolve));
  const check = setInterval(() => {
    server.closeIdleConnections();
    const unusedSince = performance.now() - UNUSED_AFTER_MS;
    for (const [socket, openedMs] of open) {
      if (socket.bytesRead === 0 && openedMs < unusedSince) socket.destroy();
    }
  }, CHECK_INTERVAL_MS);
  await ended;
  clearInterval(check);
}

/**
 * Closing resets the connections that the kernel has accepted and the process has not. libuv takes one a
 * turn, so that a turn without any, and too short for one to have come since, is the moment.
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
