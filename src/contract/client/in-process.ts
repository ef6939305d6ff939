/** Answers a request of the interface without a socket. */
export type ServeRequest = (request: Request) => Response | Promise<Response>;

declare global {
  /**
   * The service of this process, where it has one. The page is built apart from the server that runs
   * it: what the two have in common at run time is this.
   */
  var tollgateService: ServeRequest | undefined;
}

/** Whether the service is in this process; else the interface is answered elsewhere. */
export function hasOwnService(): boolean {
  return globalThis.tollgateService !== undefined;
}

/**
 * How a client reaches the service: without a socket where it is in this process, else over the
 * network. Requests are signed, and judged, alike.
 */
export function serviceFetch(): typeof fetch {
  const serve = globalThis.tollgateService;
  return serve === undefined ? fetch : (input, init) => answerInTime(serve, input, init);
}

async function answerInTime(
  serve: ServeRequest,
  input: RequestInfo | URL,
  { signal, ...init }: RequestInit = {},
): Promise<Response> {
  const answer = serve(new Request(input, init));
  return signal ? Promise.race([answer, abortion(signal)]) : answer;
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
