/** Code shared by the acquirer stand-ins: an HTTP server, idempotent answers, and the controls for tests. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, type Listening } from '../network/listen.ts';

export interface StandInRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface StandInAnswer {
  status: number;
  /** Text is sent as a page. */
  body: object | string;
}

export interface SentNotification {
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** A simulated acquirer that a test controls. It knows its payments by the ids of our attempts. */
export interface AcquirerStandIn extends Listening {
  /** Returns the notifications about a payment so far, oldest first. */
  notifications: (attemptId: string) => SentNotification[];
  /** Answers the challenge on the issuer's page. @returns the parameters that come back with the shopper */
  answerChallenge: (url: string, answer: 'approve' | 'refuse') => Record<string, string>;
  decidePending: () => void;
}

/**
 * The stand-ins' test cards and their outcomes, as in the sandbox. Other cards are approved. The issuer of
 * `wantsAddress` refuses an incomplete 3-D Secure record.
 */
export const CARDS: Readonly<
  Record<string, CardDecline | 'pending' | 'challenge' | 'wantsAddress'>
> = {
  '4000000000009995': 'insufficient',
  '4000000000000127': 'incorrectCode',
  '4000000000000069': 'expired',
  '4000000000009979': 'stolen',
  '4000000000000077': 'pending',
  '4000000000003220': 'challenge',
  '4000000000000010': 'wantsAddress',
};
type CardDecline = 'insufficient' | 'incorrectCode' | 'expired' | 'stolen';

export async function startStandIn(
  answer: (request: StandInRequest) => StandInAnswer,
): Promise<Listening> {
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const { status, body: answered } = answer({ method, path: url, headers, body });
      const isPage = typeof answered === 'string';
      response.writeHead(status, { 'Content-Type': isPage ? 'text/html' : 'application/json' });
      response.end(isPage ? answered : JSON.stringify(answered));
    });
  });
  return listen(server);
}

/** Makes POST requests idempotent by their key. Another request under a used key gets `otherRequest`. */
export function answersByKey(
  answer: (request: StandInRequest) => StandInAnswer,
  otherRequest: StandInAnswer,
): (request: StandInRequest) => StandInAnswer {
  const answered = new Map<string, { request: string; answer: StandInAnswer }>();
  return (request) => {
    const key = request.headers['idempotency-key']?.toString();
    if (request.method !== 'POST' || key === undefined) return answer(request);
    const text = `${request.path}\n${request.body}`;
    // Copied, since the answer must not show later changes to the payment.
    const known = answered.get(key) ?? { request: text, answer: structuredClone(answer(request)) };
    answered.set(key, known);
    return known.request === text ? known.answer : otherRequest;
  };
}
