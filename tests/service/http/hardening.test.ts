import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { send, sign, timestampNow } from '../../../packages/tollgate/conformance/send.ts';
import {
  createPayin,
  PAYIN_PATH,
  payinBody,
  payinIn,
  readPayin,
} from '../../../packages/tollgate/conformance/orders.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;

const running = serviceForTests();
const target = targetOf(running);

interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Writes bytes to a new socket and reads until the answer is complete or the other side ends. Bytes that can no longer
 * be written, because the answer has come, are ignored.
 */
function sendRaw(chunks: Iterable<string | Buffer>): Promise<RawAnswer> {
  const { hostname, port } = new URL(target.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const end = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0), text: received });
    };
    socket.setTimeout(PATIENCE_MS, end);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (isComplete(received)) end();
    });
    socket.on('error', end);
    socket.on('end', end);
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** Writes bytes to a new socket and leaves it open. */
async function sendInPart(...chunks: (string | Buffer)[]): Promise<Socket> {
  const { hostname, port } = new URL(target.baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  for (const chunk of chunks) {
    await new Promise<void>((resolve) =>
      socket.write(chunk, () => {
        resolve();
      }),
    );
  }
  return socket;
}

/** Returns whether the head and the announced length of the body have arrived. */
function isComplete(received: string): boolean {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (rest.length === 0 || length === undefined)
    return rest.length > 0 && received.endsWith('0\r\n\r\n');
  return rest.join('\r\n\r\n').length >= Number(length);
}

function signedHeaders(path: string, body: Uint8Array, method = 'POST'): string[] {
  const timestamp = timestampNow();
  return [
    `Host: ${new URL(target.baseUrl).host}`,
    `X-Api-Key-Id: ${target.key.id}`,
    `X-Timestamp: ${timestamp}`,
    `X-Signature: ${sign(target.key, { method, path, timestamp, body })}`,
    'Content-Type: application/json',
  ];
}

function head(requestLine: string, headers: readonly string[]): string {
  return `${[requestLine, ...headers].join('\r\n')}\r\n\r\n`;
}

const POST = `POST ${PAYIN_PATH} HTTP/1.1`;

/** Checks that the service still answers other requests correctly. */
async function expectUnharmed(): Promise<void> {
  const order = await createPayin(target);
  expect(await readPayin(target, order.id)).toEqual(order);
}

function* chunked(megabytes: number): Generator<Buffer> {
  const size = 1024 * 1024;
  for (let sent = 0; sent < megabytes; sent += 1) {
    yield Buffer.concat([
      Buffer.from(`${size.toString(16)}\r\n`),
      Buffer.alloc(size, ' '),
      Buffer.from('\r\n'),
    ]);
  }
  yield Buffer.from('0\r\n\r\n');
}

describe('a body of ten megabytes', () => {
  const large = Buffer.alloc(TEN_MEGABYTES, ' ');

  it('is refused by its announced length', async () => {
    const headers = [...signedHeaders(PAYIN_PATH, large), `Content-Length: ${TEN_MEGABYTES}`];
    const answer = await sendRaw([head(POST, headers)]);
    expect(answer.status).toBe(413);
    await expectUnharmed();
  });

  it('is refused while it is still being sent', async () => {
    const headers = [...signedHeaders(PAYIN_PATH, large), `Content-Length: ${TEN_MEGABYTES}`];
    expect((await sendRaw([head(POST, headers), large])).status).toBe(413);
    await expectUnharmed();
  });

  it('is refused in chunks as soon as they exceed the limit', async () => {
    const headers = [...signedHeaders(PAYIN_PATH, large), 'Transfer-Encoding: chunked'];
    expect((await sendRaw([head(POST, headers), ...chunked(10)])).status).toBe(413);
    await expectUnharmed();
  });

  it('is refused by the unsigned sandbox too', async () => {
    const path = `/api/sandbox/v1/challenges/${randomUUID()}`;
    const headers = ['Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await sendRaw([head(`POST ${path} HTTP/1.1`, headers), ...chunked(10)]);
    expect(answer.status).toBe(400);
    await expectUnharmed();
  });

  it('takes little memory, however many are sent at once', async () => {
    const headers = [...signedHeaders(PAYIN_PATH, large), 'Transfer-Encoding: chunked'];
    const usedBytes = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const beforeBytes = usedBytes();
    const body = [...chunked(10)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendRaw([head(POST, headers), ...body])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413]));
    // The senders share one 10 MB body in this process; buffering all 20 bodies would take 200 MB.
    const grownMegabytes = (usedBytes() - beforeBytes) / 1024 / 1024;
    expect(grownMegabytes).toBeLessThan(150);
    await expectUnharmed();
  });
});

describe('a valid body', () => {
  it('may come in chunks', async () => {
    const body = Buffer.from(JSON.stringify(payinBody(target)));
    const headers = [...signedHeaders(PAYIN_PATH, body), 'Transfer-Encoding: chunked'];
    const pieces = [body.subarray(0, 10), body.subarray(10)].flatMap((piece) => [
      `${piece.length.toString(16)}\r\n`,
      piece,
      '\r\n',
    ]);
    expect((await sendRaw([head(POST, headers), ...pieces, '0\r\n\r\n'])).status).toBe(200);
  });

  it('that never arrives delays no other request', async () => {
    const body = Buffer.from(JSON.stringify(payinBody(target)));
    const headers = [...signedHeaders(PAYIN_PATH, body), `Content-Length: ${body.length}`];
    const stalled = await Promise.all(
      Array.from({ length: 50 }, () => sendInPart(head(POST, headers), body.subarray(0, 20))),
    );
    await expectUnharmed();
    for (const socket of stalled) socket.destroy();
    await expectUnharmed();
  });

  it('that breaks off creates no order', async () => {
    const valid = payinBody(target);
    const body = Buffer.from(JSON.stringify(valid));
    const headers = [...signedHeaders(PAYIN_PATH, body), `Content-Length: ${body.length}`];
    const socket = await sendInPart(head(POST, headers), body.subarray(0, -1));
    socket.resume().end();
    await once(socket, 'close');
    const answer = await send(target, { path: PAYIN_PATH, body: valid });
    payinIn(answer);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
  });
});

describe('a malformed HTTP request', () => {
  const valid = () => signedHeaders(PAYIN_PATH, Buffer.from('{}'));

  const broken: [what: string, request: () => string][] = [
    ['headers of 100 KB', () => head(POST, [...valid(), `X-Long: ${'x'.repeat(100_000)}`])],
    [
      'ten thousand headers',
      () => head(POST, [...valid(), ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: ${n}`)]),
    ],
    ['a path of 100 KB', () => head(`GET /api/${'x'.repeat(100_000)} HTTP/1.1`, valid())],
    ['two lengths', () => head(POST, [...valid(), 'Content-Length: 2', 'Content-Length: 3'])],
    ['a negative length', () => head(POST, [...valid(), 'Content-Length: -1'])],
    ['a length in words', () => head(POST, [...valid(), 'Content-Length: two'])],
    [
      'a length and chunks',
      () => head(POST, [...valid(), 'Content-Length: 2', 'Transfer-Encoding: chunked']),
    ],
    [
      'chunks of no number',
      () => `${head(POST, [...valid(), 'Transfer-Encoding: chunked'])}zz\r\n`,
    ],
    ['a header without a colon', () => head(POST, [...valid(), 'nonsense'])],
    ['no HTTP at all', () => 'hello\r\n\r\n'],
    ['NUL in its path', () => head('GET /api/v1/\0 HTTP/1.1', valid())],
    ['no host', () => head('GET /api/v1/orders HTTP/1.1', valid().slice(1))],
  ];

  it.each(broken)('%s is answered with 4xx', async (_what, request) => {
    const { status } = await sendRaw([request()]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    await expectUnharmed();
  });
});
