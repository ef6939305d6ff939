import type { RequestListener, ServerResponse } from 'node:http';

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
export function createRequestsInFlight(): RequestsInFlight {
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
