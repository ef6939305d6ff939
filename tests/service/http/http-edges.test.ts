import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { send, sign, timestampNow } from '../../../packages/tollgate/conformance/send.ts';
import { createPayin, PAYIN_PATH } from '../../../packages/tollgate/conformance/orders.ts';
import { expectProblem } from '../../../packages/tollgate/conformance/problems.ts';
import { targetOf } from '../../../packages/tollgate/conformance/target.ts';
import { startService } from '../../support/process/service.ts';
import { serviceForTests } from '../../support/process/service-for-tests.ts';

const running = serviceForTests();
const target = targetOf(running);
let path: string;

beforeAll(async () => {
  path = `${PAYIN_PATH}/${(await createPayin(target)).id}`;
});

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Writes a text to a new connection and reads until the other side closes it. */
async function sendRaw(text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(target.baseUrl);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => {
    socket.on('close', resolve).on('error', resolve).write(text);
  });
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(pairs), body };
}

/** Returns a signed GET request with `Connection: close`. */
function get(requestLine: string, { signedPath = path, headers = ['Host: x'] } = {}): string {
  const timestamp = timestampNow();
  const body = Buffer.alloc(0);
  const all = [
    requestLine,
    ...headers,
    'Connection: close',
    `X-Api-Key-Id: ${target.key.id}`,
    `X-Timestamp: ${timestamp}`,
    `X-Signature: ${sign(target.key, { method: 'GET', path: signedPath, timestamp, body })}`,
  ];
  return `${all.join('\r\n')}\r\n\r\n`;
}

function expectBroken(answer: RawAnswer, status: number): void {
  expectEveryday(answer);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const problem = z.looseObject({
    status: z.number(),
    detail: z.string(),
    request_id: z.string(),
  });
  const said = problem.parse(JSON.parse(answer.body));
  expect(said).toMatchObject({ status, request_id: answer.headers['x-request-id'] });
}

function expectEveryday({ headers }: Pick<RawAnswer, 'headers'>): void {
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
}

describe('a rare form of HTTP', () => {
  it('is served in version 1.0 without a host', async () => {
    expect((await sendRaw(get(`GET ${path} HTTP/1.0`, { headers: [] }))).status).toBe(200);
  });

  it('is served with a target in absolute form, signed over its path part', async () => {
    const line = `GET http://orders.example${path}?a=1 HTTP/1.1`;
    expect((await sendRaw(get(line))).status).toBe(200);
  });

  it.each([
    ['two hosts', ['Host: x', 'Host: x']],
    ['two hosts that differ', ['Host: x', 'host: y']],
    ['no host in version 1.1', []],
    ['a host that is none', ['Host: a b']],
  ])('is refused with %s', async (_what, headers) => {
    expectBroken(await sendRaw(get(`GET ${path} HTTP/1.1`, { headers })), 400);
  });

  it.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    [
      'a backslash in its path',
      `GET /api\\v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['100 KB of headers', `GET /api HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
  ])('is answered with a problem: %s', async (_what, text, status) => {
    expectBroken(await sendRaw(text), status);
  });

  it('is served whatever its Expect header', async () => {
    const headers = ['Host: x', 'Expect: the-unexpected'];
    expect((await sendRaw(get(`GET ${path} HTTP/1.1`, { headers }))).status).toBe(200);
  });
});

const KNOWN: [path: string, allow: string][] = [
  ['/api/health', 'GET'],
  ['/api/v1/openapi.json', 'GET'],
  ['/api/v1/problems', 'GET'],
  ['/api/v1/balances', 'GET'],
  ['/api/sandbox/v1/challenges/x', 'GET, POST'],
];

describe('an answer under /api', () => {
  it.each(KNOWN)(
    'of %s to an unknown method is 405 and names the known ones',
    async (known, allow) => {
      for (const method of ['DELETE', 'PUT', 'OPTIONS']) {
        const answer = await send(target, { method, path: known });
        expectProblem(answer, 405, 'RESOURCE_NOT_FOUND');
        expect(answer.headers.allow).toBe(allow);
      }
    },
  );

  it.each([
    ...KNOWN.map(([known]) => known),
    PAYIN_PATH,
    '/api',
    '/api/nothing',
    '/api/v1/balances',
  ])('of %s has no-store, nosniff and a request id', async (known) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { headers } = await send(target, { method, path: known });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it.each([
    [`${PAYIN_PATH}/`, `GET ${PAYIN_PATH}`],
    ['/api/v1/payins', `GET ${PAYIN_PATH}`],
    ['/api/v1/refunds', 'GET /api/merchant/v1/refunds'],
  ])('of %s, which is unknown, names %s', async (unknown, meant) => {
    const problem = expectProblem(await send(target, { path: unknown }), 404, 'RESOURCE_NOT_FOUND');
    expect(problem.detail).toBe(`No endpoint has this path: did you mean ${meant}?`);
  });

  it('to a body of gzip without its header says so', async () => {
    const body = gzipSync(JSON.stringify({ reference_id: 'a' }));
    const problem = expectProblem(
      await send(target, { path: PAYIN_PATH, body }),
      400,
      'VALIDATION_FAILED',
    );
    expect(problem.detail).toContain('The body is compressed with gzip');
  });

  it('is logged once, with the id that the caller got', async () => {
    for (const asked of [PAYIN_PATH, '/api/nothing', '/api/health']) {
      const { headers } = await send(target, { path: asked });
      const id = String(headers['x-request-id']);
      expect(running.logs().split(`"requestId":"${id}"`)).toHaveLength(2);
    }
  });
});

describe('behind a proxy that strips a prefix', () => {
  it('a problem names the path that the caller sees', async () => {
    const proxied = await startService({ env: { PUBLIC_PATH_PREFIX: '/shop-7' } });
    try {
      const behind = targetOf(proxied);
      for (const asked of [PAYIN_PATH, '/api/nothing']) {
        const { text } = await send(behind, { path: asked });
        expect(JSON.parse(text)).toMatchObject({ instance: `/shop-7${asked}` });
        expect(text).toContain('"type":"http://pay.test/shop-7/api/v1/problems#');
      }
    } finally {
      await proxied.close();
    }
  });
});
