import { createServer as createHttpServer, request, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../../tests/support/patience.ts';
import { resolveAsMachine, vettedLookup } from './address.ts';
import { createPoster, createReceiverConnections, readAnswer, type Poster } from './post.ts';

/** A self-signed certificate for 127.0.0.1, valid for a century. Its key protects nothing. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJGDR62GTrUs7dyre
TxNDaiUZUivrW35OFPbcRcwj/o2hRANCAAScZhBrCi5j5iTT9L8MbF96wDk3e7GR
hAQkBaq4l3PdnNrM1vK1//17de+r1XNQtP0X1iI07jR8yZjG0gevcg0A
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUY8hAFiBtWDx28P1C76pKBRk2jdEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzNDI0OFoYDzIxMjYxMDI4
MDM0MjQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAScZhBrCi5j5iTT9L8MbF96wDk3e7GRhAQkBaq4l3PdnNrM1vK1//17
de+r1XNQtP0X1iI07jR8yZjG0gevcg0Ao28wbTAdBgNVHQ4EFgQUHl76kTAxbivs
s/aCBiqEHzaibtIwHwYDVR0jBBgwFoAUHl76kTAxbivss/aCBiqEHzaibtIwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAKSSytoKtr1B71mZ5kCWjNOi5lwFT6IrNkaYTaSmZhjRAiEA
nzAqYRj1bz5gTiBvw5WK1pz3o8VrClUsINAeqcI7Y04=
-----END CERTIFICATE-----`,
};

/** The time limit for receivers that never end their answer. */
const TIMEOUT_MS = 400;
const HEAD_BYTES = 4_096;
const NEVER_STOP = new AbortController().signal;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function poster(timeoutMs = PATIENCE_MS): Poster {
  const connections = createReceiverConnections();
  closing.push(connections.close);
  return createPoster({
    connections,
    lookup: vettedLookup(resolveAsMachine, { allowPrivate: true }),
    allowPrivate: true,
    timeoutMs,
  });
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function http(respond: RequestListener): Promise<string> {
  const server = createHttpServer(respond);
  closing.push(() => {
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await portOf(server)}/`;
}

/** Starts a receiver that answers these bytes to whatever it receives, then closes the connection or keeps it. */
async function tcp(bytes: string, then: 'close' | 'keep' = 'keep'): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    closing.push(() => socket.destroy());
    if (bytes !== '') socket.write(bytes, 'latin1');
    if (then === 'close') socket.destroySoon();
  });
  return `http://127.0.0.1:${await portOf(server)}/`;
}

function post(url: string, by = poster(), stop = NEVER_STOP) {
  return by.post({ url, headers: {}, body: Buffer.from('[]') }, stop);
}

describe('an answer', () => {
  it.each([200, 201, 204, 400, 404, 410, 500, 503])(
    'of %i is returned unchanged',
    async (status) => {
      const url = await http((_, response) => response.writeHead(status).end());
      expect(await post(url)).toMatchObject({ status, error: undefined });
    },
  );

  it('is kept up to four kibibytes', async () => {
    const url = await http((_, response) => response.end('é'.repeat(HEAD_BYTES)));
    const { head, status } = await post(url);
    expect(status).toBe(200);
    expect(Buffer.byteLength(head)).toBe(HEAD_BYTES);
  });

  it('contains no characters that the database would refuse', async () => {
    const url = await http((_, response) => response.end(Buffer.from([0x61, 0, 0xff, 0x62])));
    expect((await post(url)).head).toBe('a\uFFFD\uFFFDb');
  });

  it.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    let followed = false;
    const elsewhere = await http((_, response) => {
      followed = true;
      response.end();
    });
    const url = await http((_, response) =>
      response.writeHead(status, { location: elsewhere }).end(),
    );
    expect(await post(url)).toMatchObject({ status });
    expect(followed).toBe(false);
  });
});

describe('a status with complete headers is the answer even if its body', () => {
  const answering = (rest: string, then: 'close' | 'keep' = 'close') =>
    tcp(`HTTP/1.1 200 OK\r\n${rest}`, then);
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';

  it.each([
    ['breaks off', () => answering('Content-Length: 9\r\n\r\nhalf')],
    ['breaks off between chunks', () => answering(`${chunked}1\r\na\r\n`)],
    ['has a broken chunk', () => answering(`${chunked}zz\r\n`, 'keep')],
    ['says that it is compressed', () => answering('Content-Encoding: gzip\r\n\r\nplain')],
  ])('%s', async (_, start) => {
    expect(await post(await start())).toMatchObject({ status: 200, error: undefined });
  });

  it.each(['has not come', 'has come in part'])('%s when its time is over', async (progress) => {
    const url = await http((_, response) => {
      response.writeHead(200).flushHeaders();
      if (progress === 'has come in part') response.write('part');
    });
    const over = AbortSignal.abort(new DOMException('', 'TimeoutError'));
    const answer = await new Promise((resolve) => {
      request(url, (response) => {
        resolve(readAnswer(response, over));
      }).end();
    });
    expect(answer).toMatchObject({ status: 200, error: undefined });
  });
});

describe('a status line is the answer even if its headers', () => {
  const FORMS: [form: string, rest: string, then?: 'close'][] = [
    [
      'have a length and chunks',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['have two different lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
    ['have two lengths that are the same', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
    ['have a length that is a list', 'Content-Length: 2, 2\r\n\r\nok'],
    ['have a length that is no number', 'Content-Length: two\r\n\r\nok'],
    ['have a negative length', 'Content-Length: -1\r\n\r\n'],
    ['have a length beyond all numbers', `Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['have an empty length', 'Content-Length:\r\n\r\n'],
    ['have an unknown transfer coding', 'Transfer-Encoding: chunked, identity\r\n\r\nok', 'close'],
    ['have a name with a space', 'Content Length: 0\r\n\r\n'],
    ['have a space before the colon', 'Content-Length : 0\r\n\r\n'],
    ['have a name of other characters', 'X-É(): a\r\n\r\n'],
    ['have no name', ': a\r\n\r\n'],
    ['have no colon', 'Powered by nothing\r\n\r\n'],
    ['begin with a space', ' X-A: a\r\n\r\n'],
    ['are folded', 'X-A: a\r\n b\r\n\r\n', 'close'],
    ['contain NUL', 'X-A: a\0b\r\n\r\n'],
    ['contain a control character', 'X-A: a\x01b\r\n\r\n'],
    ['contain a carriage return', 'X-A: a\rb\r\n\r\n'],
    ['have line feeds alone', 'X-A: a\n\n', 'close'],
    ['are longer than 16 KiB', `X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['are thousands', `${'X-A: a\r\n'.repeat(5_000)}\r\n`],
    ['break off', 'X-A: a\r\nX-B', 'close'],
    ['are missing', '', 'close'],
  ];

  it.each(FORMS)('%s', async (_, rest, then) => {
    for (const line of ['HTTP/1.1 200 OK', 'HTTP/1.0 204', 'HTTP/1.1 410 Gone']) {
      const answer = await post(await tcp(`${line}\r\n${rest}`, then));
      expect(answer).toMatchObject({ status: Number(line.split(' ')[1]), error: undefined });
    }
  });

  it('never end', async () => {
    const url = await tcp('HTTP/1.1 200 OK\r\nX-A: ');
    expect(await post(url, poster(TIMEOUT_MS))).toMatchObject({ status: 200, error: undefined });
  });

  it.each([
    ['a line feed alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['a reason with a control character', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
    ['two spaces', 'HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['an interim answer', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA b: c\r\n\r\n'],
  ])('come after a line with %s', async (_, bytes) => {
    expect(await post(await tcp(bytes))).toMatchObject({ status: 200, error: undefined });
  });

  it('come in a connection that served another event', async () => {
    const answers = ['Content-Length: 0', 'A b: c', 'Content-Length: 0'];
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\n${answers.shift() ?? ''}\r\n\r\n`));
    });
    const url = `http://127.0.0.1:${await portOf(server)}/`;
    const by = poster();
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await post(url, by)).toMatchObject({ status: 200, error: undefined });
    }
  });
});

describe('an answer of a gigabyte', () => {
  it('is cut off after its head, and its connection is closed', async () => {
    const block = Buffer.alloc(64 * 1024, 'x');
    let sent = 0;
    let gone: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (gone = resolve));
    const url = await http((_, response) => {
      response.writeHead(200, { 'content-length': 1024 ** 3 });
      const pump = () => {
        do sent += block.length;
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', pump).on('close', gone);
      pump();
    });
    const { status, error, head } = await post(url);
    expect({ status, error, length: head.length }).toEqual({
      status: 200,
      error: undefined,
      length: HEAD_BYTES,
    });
    await closed;
    // No more than the sockets between the two can buffer.
    expect(sent).toBeLessThan(32 * 1024 ** 2);
  });
});

describe('a slow receiver', () => {
  it.each([
    ['never answers', () => http(() => undefined)],
    ['never ends its status line', () => tcp('HTTP/1.1 200 OK', 'keep')],
    ['says 102 for ever', () => tcp('HTTP/1.1 102 Processing\r\n\r\n', 'keep')],
  ])('that %s gets no more than the timeout', async (_, start) => {
    expect(await post(await start(), poster(TIMEOUT_MS))).toMatchObject({
      status: undefined,
      error: 'timeout',
    });
  });

  // Node 20 garbage-collects a timeout that is only part of a merged signal, so that it never fires.
  it('gets no more than the timeout even if memory is collected meanwhile', async () => {
    const url = await http(() => undefined);
    setFlagsFromString('--expose-gc');
    const collecting = setInterval(() => {
      runInNewContext('gc()');
    }, 50);
    closing.push(() => {
      clearInterval(collecting);
    });
    expect(await post(url, poster(TIMEOUT_MS))).toMatchObject({
      status: undefined,
      error: 'timeout',
    });
  });

  it('is abandoned at once when the service stops', async () => {
    const stop = new AbortController();
    const url = await http(() => {
      stop.abort();
    });
    expect(await post(url, poster(), stop.signal)).toMatchObject({ error: 'interrupted' });
    expect(await post(url, poster(), stop.signal)).toMatchObject({ error: 'interrupted' });
  });
});

describe('a receiver that breaks the rules', () => {
  it.each([
    ['closes at once', () => tcp('', 'close'), 'connection_closed', undefined],
    ['does not speak HTTP', () => tcp('220 mail ready\r\n', 'keep'), 'bad_answer', undefined],
    ['has a status that is no number', () => tcp('HTTP/1.1 OK\r\n\r\n'), 'bad_answer', undefined],
    [
      'changes the protocol',
      () => tcp('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'keep'),
      undefined,
      101,
    ],
  ])('and %s is reported with a matching error', async (_, start, error, status) => {
    expect(await post(await start())).toMatchObject({ status, error });
  });

  it('is refused if its certificate is self-signed', async () => {
    const server = createHttpsServer(SELF_SIGNED, (_, response) => response.end());
    const port = await portOf(server);
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      status: undefined,
      error: 'tls',
    });
  });

  it('is refused when it speaks plain HTTP where TLS is expected', async () => {
    const url = await http((_, response) => response.end());
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
  });

  it('is reported as refusing the connection if nobody listens', async () => {
    const server = createTcpServer();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'connection_refused' });
  });

  it('is not reached at an invalid address', async () => {
    expect(await post('http://[::1')).toMatchObject({ error: 'bad_address' });
  });
});

describe('connections', () => {
  it('are kept for the next event, and replaced when the receiver has closed them', async () => {
    let connections = 0;
    const server = createHttpServer((_, response) => response.end());
    server.on('connection', () => (connections += 1));
    const url = `http://127.0.0.1:${await portOf(server)}/`;
    const by = poster();
    await post(url, by);
    await post(url, by);
    expect(connections).toBe(1);
    server.closeAllConnections();
    expect(await post(url, by)).toMatchObject({ status: 200, error: undefined });
  });
});
