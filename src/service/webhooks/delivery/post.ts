import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateByName } from '../events/address.ts';
import { endedBy, noAnswer, readAnswer, type Answer } from './answer.ts';
import { classifyError } from './delivery-error.ts';

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PosterOptions {
  connections: ReceiverConnections;
  lookup: LookupFunction;
  allowPrivate: boolean;
  /** For everything: look-up, connection, TLS, sending, and the answer as far as it is read. */
  timeoutMs: number;
}

export interface Poster {
  /**
   * One POST and one answer; a redirect is an answer like others and leads nowhere. Never rejects:
   * what goes wrong is an answer with its error.
   */
  post(posting: Posting, stop: AbortSignal): Promise<Answer>;
}

/** Kept for whoever posts to the same host next. */
export interface ReceiverConnections {
  http: HttpAgent;
  https: HttpsAgent;
  close(): void;
}

/** Connections wait for the next event to their host, a little less long than Node's own servers do. */
const KEPT = { keepAlive: true, maxFreeSockets: 2, timeout: 4_000 } as const;

export function createReceiverConnections(): ReceiverConnections {
  const http = new HttpAgent(KEPT);
  const https = new HttpsAgent(KEPT);
  return {
    http,
    https,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

export function createPoster({ connections, ...options }: PosterOptions): Poster {
  return {
    async post(posting, stop) {
      const url = URL.parse(posting.url);
      if (url === null) return noAnswer('bad_address');
      if (!options.allowPrivate && isPrivateByName(url)) return noAnswer('private_address');
      const signal = AbortSignal.any([stop, AbortSignal.timeout(options.timeoutMs)]);
      const sending = { ...posting, url, signal, lookup: options.lookup };
      const agent = url.protocol === 'https:' ? connections.https : connections.http;
      const answer = await send({ ...sending, agent });
      // The receiver may have closed a kept connection in the very moment that we took it.
      const fresh = answer === 'stale' ? await send({ ...sending, agent: false }) : answer;
      return fresh === 'stale' ? noAnswer('connection_closed') : fresh;
    },
  };
}

interface Sending {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  lookup: LookupFunction;
  /** False for a connection of its own. */
  agent: HttpAgent | false;
}

function send({ url, headers, body, signal, lookup, agent }: Sending): Promise<Answer | 'stale'> {
  if (signal.aborted) return Promise.resolve(noAnswer(endedBy(signal)));
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent,
      lookup,
    });
    let answered = false;
    const interrupt = () => {
      resolve(noAnswer(endedBy(signal)));
      request.destroy();
    };
    signal.addEventListener('abort', interrupt);
    request.once('response', (response) => {
      answered = true;
      signal.removeEventListener('abort', interrupt);
      resolve(readAnswer(response, signal));
    });
    request.on('error', (error) => {
      const broken = classifyError(error);
      resolve(request.reusedSocket && broken === 'connection_closed' ? 'stale' : noAnswer(broken));
    });
    request.once('close', () => {
      signal.removeEventListener('abort', interrupt);
      if (!answered) resolve(noAnswer('connection_closed'));
    });
    request.end(body);
  });
}
