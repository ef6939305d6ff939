/** What the stand-ins for acquirers share: an HTTP server, and answers by idempotency key. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../network/listen.ts';

export interface StandInRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface StandInAnswer {
  status: number;
  body: object;
}

export interface StandInServer {
  baseUrl: string;
  close(): Promise<void>;
}

export async function startStandIn(
  answer: (request: StandInRequest) => StandInAnswer,
): Promise<StandInServer> {
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const { status, body: answered } = answer({ method, path: url, headers, body });
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answered));
    });
  });
  return listen(server);
}

/** A request that is repeated under its key is answered as it was, and does nothing more. */
export function answersByKey(): (
  key: string | undefined,
  request: string,
  make: () => StandInAnswer,
) => StandInAnswer | 'other request' {
  const answered = new Map<string, { request: string; answer: StandInAnswer }>();
  return (key, request, make) => {
    const before = key === undefined ? undefined : answered.get(key);
    if (before !== undefined && before.request !== request) return 'other request';
    // A copy, because what was answered then must not show what happened since.
    const answer = before?.answer ?? make();
    const frozen = structuredClone(answer);
    if (key !== undefined) answered.set(key, { request, answer: frozen });
    return frozen;
  };
}
