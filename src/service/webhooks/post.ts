import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateByName } from './address.ts';
import { createStatusLineReader } from './status-line.ts';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface PosterOptions {
  connections: ReceiverConnections;
  lookup: LookupFunction;
  allowPrivate: boolean;
  /**
   * The time limit of the whole attempt: DNS lookup, connection, TLS, sending, and reading the start of the answer.
   */
  timeoutMs: number;
}

export interface Poster {
  /**
   * Makes one POST and returns its answer. Does not follow redirects. Never rejects: a failure is an answer with an
   * error.
   */
  post(request: WebhookRequest, stop: AbortSignal): Promise<ReceiverAnswer>;
}

/** Connections that are kept open for the next post to the same host. */
export interface ReceiverConnections {
  http: HttpAgent;
  https: HttpsAgent;
  /** Set in a copy that must not act: then no connection is opened. */
  isQuiet: boolean;
  close(): void;
}

/** Keeps idle connections for the next event to their host, a little shorter than Node's own servers keep them. */
const KEPT = { keepAlive: true, maxFreeSockets: 2, timeout: 4_000 } as const;

export function createReceiverConnections({ isQuiet = false } = {}): ReceiverConnections {
  const http = new HttpAgent(KEPT);
  const https = new HttpsAgent(KEPT);
  return {
    http,
    https,
    isQuiet,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

export function createPoster({ connections, ...options }: PosterOptions): Poster {
  return {
    async post(posting, stop) {
      if (connections.isQuiet) return noAnswer('quiet');
      const url = URL.parse(posting.url);
      if (url === null) return noAnswer('bad_address');
      if (!options.allowPrivate && isPrivateByName(url)) return noAnswer('private_address');
      const agent = url.protocol === 'https:' ? connections.https : connections.http;
      return endingWith(stop, options.timeoutMs, async (signal) => {
        const sending = { ...posting, url, signal, lookup: options.lookup };
        const answer = await send({ ...sending, agent });
        // The receiver may have closed a kept connection just when this post took it.
        const fresh = answer === 'stale' ? await send({ ...sending, agent: false }) : answer;
        return fresh === 'stale' ? noAnswer('connection_closed') : fresh;
      });
    },
  };
}

/**
 * Runs `act` with a signal that aborts with `stop` or after the timeout. This takes a tenth of the time of
 * `AbortSignal.any` and `.timeout`, and releases timer and listener when the attempt ends.
 */
async function endingWith<Result>(
  stop: AbortSignal,
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const either = new AbortController();
  const interrupt = () => {
    either.abort(stop.reason);
  };
  if (stop.aborted) interrupt();
  stop.addEventListener('abort', interrupt);
  const timer = setTimeout(() => {
    either.abort(new DOMException('', 'TimeoutError'));
  }, timeoutMs);
  try {
    return await act(either.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', interrupt);
  }
}

interface Sending {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  lookup: LookupFunction;
  /** False for a new connection that is not kept. */
  agent: HttpAgent | false;
}

function send({
  url,
  headers,
  body,
  signal,
  lookup,
  agent,
}: Sending): Promise<ReceiverAnswer | 'stale'> {
  if (signal.aborted) return Promise.resolve(noAnswer(endedBy(signal)));
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent,
      lookup,
    });
    const statusLine = createStatusLineReader();
    const readChunk = (chunk: Buffer) => {
      statusLine.read(chunk);
    };
    /** A complete status line is the answer even if Node's parser refuses its headers, or they never end. */
    const withoutHeaders = (error: DeliveryError): ReceiverAnswer => {
      const status = statusLine.status();
      return status === undefined
        ? noAnswer(error)
        : { ...noAnswer(error), status, error: undefined };
    };
    const interrupt = () => {
      resolve(withoutHeaders(endedBy(signal)));
      request.destroy();
    };
    signal.addEventListener('abort', interrupt);
    request.once('socket', (socket) => {
      // Before the parser, which stops at the first fault.
      socket.prependListener('data', readChunk);
    });
    request.once('response', (response) => {
      request.socket?.off('data', readChunk);
      signal.removeEventListener('abort', interrupt);
      resolve(readAnswer(response, signal));
    });
    request.on('error', (error) => {
      const broken = classifyError(error);
      const answer = withoutHeaders(broken);
      const isStale = request.reusedSocket && answer.error === 'connection_closed';
      resolve(isStale ? 'stale' : answer);
    });
    request.once('close', () => {
      signal.removeEventListener('abort', interrupt);
      // Without effect after an answer.
      resolve(withoutHeaders('connection_closed'));
    });
    request.end(body);
  });
}

/** The outcome of a post: a status, or the class of the failure. */
export interface ReceiverAnswer {
  status: number | undefined;
  error: DeliveryError | undefined;
  /** The beginning of the answer's body, at most `MAX_HEAD_BYTES` of it. */
  head: string;
  retryAfter: string | undefined;
}

const MAX_HEAD_BYTES = 4_096;

export function noAnswer(error: DeliveryError): ReceiverAnswer {
  return { status: undefined, error, head: '', retryAfter: undefined };
}

/** Returns why this service ended an attempt: its time was over, or the service is stopping. */
function endedBy({ reason }: AbortSignal): 'timeout' | 'interrupted' {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isTimeout ? 'timeout' : 'interrupted';
}

/**
 * Reads the start of an answer's body. The status line and headers have arrived and are the answer: it counts even
 * if its body breaks off, never ends, or is not valid HTTP. The body is for people, as far as it arrives in time.
 */
export function readAnswer(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      const { statusCode: status, headers } = response;
      resolve({
        status,
        error: undefined,
        head: headText(chunks),
        retryAfter: headers['retry-after'],
      });
      // Frees the socket at once if the answer has not ended. A socket whose answer has ended serves the next
      // event.
      if (!response.complete) response.destroy();
    };
    signal.addEventListener('abort', end);
    response.on('data', (chunk: Buffer) => {
      // Copies, because a slice would keep the whole chunk in memory.
      const taken = Buffer.from(chunk.subarray(0, MAX_HEAD_BYTES - bytes));
      chunks.push(taken);
      bytes += taken.length;
      if (bytes >= MAX_HEAD_BYTES) end();
    });
    response.once('end', end);
    response.on('error', end);
    response.once('close', end);
    if (signal.aborted) end();
  });
}

/** Returns the text for people to read. Replaces invalid UTF-8, and NUL, which the database refuses. */
function headText(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD');
}

/** Why an attempt has no answer. An answer with a status has no error. */
type DeliveryError =
  | 'timeout'
  | 'private_address'
  | 'quiet'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_closed'
  | 'unreachable'
  | 'tls'
  | 'bad_answer'
  | 'bad_address'
  /** The address was changed in the database, not by this service; nothing was sent. */
  | 'changed_address'
  /** The service stopped or died during the attempt, so nothing is known about the receiver. */
  | 'interrupted';

const CLASSES: readonly (readonly [RegExp, DeliveryError])[] = [
  [/^PRIVATE_ADDRESS$/, 'private_address'],
  [
    /^(ENOTFOUND|ENODATA|ESERVFAIL|ETIMEOUT|EREFUSED|EBADNAME|EBADRESP|EAI_\w+)$/,
    'name_not_resolved',
  ],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'connection_closed'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EINVAL)$/, 'unreachable'],
  [/^HPE_/, 'bad_answer'],
  [
    /CERT|^ERR_(TLS|SSL|OSSL)|^EPROTO$|^UNABLE_TO|^CRL_|HOSTNAME_MISMATCH|INVALID_CA|CHAIN_TOO_LONG/,
    'tls',
  ],
];

/** Classifies an error by its code from node:dns, node:net, OpenSSL or the HTTP parser. */
function classifyError(error: Error): DeliveryError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CLASSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable';
}
