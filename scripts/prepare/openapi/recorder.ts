import { ENDPOINTS, type Endpoint, type EndpointName } from '#contract/endpoints.ts';
import type { Recording } from '#contract/openapi/examples.ts';
import type { OrdersClient, Query, RawRequest } from '#contract/client/client.ts';
import { z } from 'zod';

export interface RecordedCall {
  params?: Record<string, string>;
  query?: Query;
  body?: object;
  /** The client that sends the request, if not the merchant of all other recordings. */
  by?: OrdersClient;
}

/** An example's key in the document, and what it shows in a few words. */
type Caption = readonly [key: string, summary: string];

type Section = Recording['requests'];

/** Sends requests to a service and records what went over the wire, with captions. */
export interface Recorder {
  recording: Recording;
  /** Sends a request. Records the answer, which must be 200, and the request's body if they have captions. */
  answer: (
    name: EndpointName,
    call: RecordedCall,
    captions: { request?: Caption; answer?: Caption },
  ) => Promise<unknown>;
  /** Records the refusal that a client gets for a request. */
  refusal: (refused: OrdersClient, request: RawRequest) => Promise<void>;
  webhook: (direction: string, caption: Caption, body: string) => void;
}

export function createRecorder(client: OrdersClient, beforeEach: () => void): Recorder {
  const recording: Recording = { requests: {}, answers: {}, problems: {}, webhooks: {} };
  return {
    recording,
    async answer(name, { params = {}, query, body, by = client }, { request, answer }) {
      beforeEach();
      const { method, path }: Endpoint = ENDPOINTS[name];
      const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
      const bytes = body && new TextEncoder().encode(JSON.stringify(body));
      const answered = await by.send({ method, path: filled, query, body: bytes });
      if (!answered.ok || answered.status !== 200) {
        throw new Error(`${name} was not answered: ${JSON.stringify(answered)}`);
      }
      const text = new TextDecoder().decode(answered.body);
      const value: unknown = text === '' ? undefined : JSON.parse(text);
      if (request) keep(recording.requests, name, request, body);
      if (answer) keep(recording.answers, name, answer, value);
      return value;
    },
    async refusal(refused, request) {
      const answered = await refused.send(request);
      if (!answered.ok) throw new Error(`No answer: ${answered.cause}`);
      const value = problem.parse(JSON.parse(new TextDecoder().decode(answered.body)));
      recording.problems[value.type.replace(/^.*#/, '')] = { summary: value.title, value };
    },
    webhook(direction, caption, body) {
      keep(recording.webhooks, direction, caption, JSON.parse(body));
    },
  };
}

const problem = z.looseObject({ type: z.string(), title: z.string() });

function keep(section: Section, name: string, [key, summary]: Caption, value: unknown): void {
  section[name] = { ...section[name], [key]: { summary, value } };
}
