import type { IncomingMessage } from 'node:http';
import type { DeliveryError } from './delivery-error.ts';

/** What came back: a status, or the class of what went wrong. */
export interface Answer {
  status: number | undefined;
  error: DeliveryError | undefined;
  /** The beginning of the answer's body, at most `MAX_HEAD_BYTES` of it. */
  head: string;
  retryAfter: string | undefined;
}

const MAX_HEAD_BYTES = 4_096;

export function noAnswer(error: DeliveryError): Answer {
  return { status: undefined, error, head: '', retryAfter: undefined };
}

/** Why an attempt was ended from our side: after its time, or because the service stops. */
export function endedBy({ reason }: AbortSignal): 'timeout' | 'interrupted' {
  const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isTimeout ? 'timeout' : 'interrupted';
}

/**
 * An answer is its status line and headers, which have come: that its body breaks off, never ends or is no HTTP
 * changes nothing. The body is read for people, as far as it is there in time.
 */
export function readAnswer(response: IncomingMessage, signal: AbortSignal): Promise<Answer> {
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
      // Frees the socket at once where the answer goes on; one that has ended serves the next event.
      if (!response.complete) response.destroy();
    };
    signal.addEventListener('abort', end);
    response.on('data', (chunk: Buffer) => {
      // A copy: a slice would keep alive the whole of what it was cut from.
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

/** For people to read: what is not UTF-8 is replaced, and so is NUL, which the database refuses. */
function headText(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD');
}
