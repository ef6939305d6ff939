import type { IncomingMessage } from 'node:http';
import { classifyError, type DeliveryError } from './delivery-error.ts';

/** What came back: a status, or the class of what went wrong; both when an answer broke off. */
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

/** An answer counts when it is complete, or when as much of it is there as anybody will read. */
export function readAnswer(response: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const end = (error?: DeliveryError) => {
      signal.removeEventListener('abort', interrupt);
      const { statusCode: status, headers } = response;
      resolve({ status, error, head: headText(chunks), retryAfter: headers['retry-after'] });
      // Frees the socket at once where the answer goes on; one that has ended serves the next event.
      if (!response.complete) response.destroy();
    };
    const interrupt = () => {
      end(endedBy(signal));
    };
    signal.addEventListener('abort', interrupt);
    response.on('data', (chunk: Buffer) => {
      // A copy: a slice would keep alive the whole of what it was cut from.
      const taken = Buffer.from(chunk.subarray(0, MAX_HEAD_BYTES - bytes));
      chunks.push(taken);
      bytes += taken.length;
      if (bytes >= MAX_HEAD_BYTES) end();
    });
    response.once('end', () => {
      end();
    });
    response.on('error', (error) => {
      end(classifyError(error));
    });
    response.once('close', () => {
      end('connection_closed');
    });
    if (signal.aborted) interrupt();
  });
}

/** For people to read: what is not UTF-8 is replaced, and so is NUL, which the database refuses. */
function headText(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\uFFFD');
}
