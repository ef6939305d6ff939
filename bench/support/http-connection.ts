import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

const HEADERS_END = Buffer.from('\r\n\r\n');
const CHUNKED_END = Buffer.from('0\r\n\r\n');

export interface Answer {
  status: number;
  body: string;
}

/**
 * One keep-alive connection that carries one request after the other. It does less than node:http's
 * client, so that the load costs little of the processors it shares with what is measured. It reads
 * answers with a content-length or in chunks, from servers that are ours.
 */
export interface HttpConnection {
  exchange(request: Buffer): Promise<Answer>;
  close(): void;
}

export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return {
    exchange: (request) => exchange(socket, request),
    close: () => socket.destroy(),
  };
}

function exchange(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = wholeAnswer(received);
      if (answer) settle(() => resolve(answer));
    };
    const onClose = () => settle(() => reject(new Error('The server closed the connection')));
    const settle = (how: () => void) => {
      socket.off('data', onData).off('error', reject).off('close', onClose);
      how();
    };
    socket.on('data', onData).on('error', reject).on('close', onClose);
    socket.write(request);
  });
}

/** Undefined while more is to come. */
function wholeAnswer(received: Buffer): Answer | undefined {
  const headersEnd = received.indexOf(HEADERS_END);
  if (headersEnd < 0) return undefined;
  const headers = received.toString('latin1', 0, headersEnd);
  const body = received.subarray(headersEnd + HEADERS_END.length);
  const announced = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
  const isWhole =
    announced === undefined
      ? body.subarray(-CHUNKED_END.length).equals(CHUNKED_END)
      : body.length >= Number(announced);
  // "HTTP/1.1 200 OK"
  return isWhole ? { status: Number(headers.slice(9, 12)), body: body.toString() } : undefined;
}
