import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a client may have sent behind the one that is being answered. Hardly any sends one. */
const MAX_WAITING = 16;

interface PipelinedRequest {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers the requests of one connection one after the other: the next is begun when the last answer has
 * been taken. node:http would begin all that have arrived, and keep every answer in memory for a client that
 * never reads. Whoever sends more ahead than is allowed loses the connection.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
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
