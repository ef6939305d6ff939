import { createServer, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { listen, type Listening } from '../../../../tests/support/network/listen.ts';
import type { Environment } from '../request-context.ts';
import { sendDownload } from './download.ts';

const PIECE = `${'x'.repeat(65_535)}\n`;
const MOST_PIECES = 10_000;
const LAST_LINE = '#REPORT_GENERATION_FAILED,the-request\n';

const servers: Listening[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Serves pieces as a file. */
async function serving(pieces: (limit: AbortController) => AsyncGenerator<string>) {
  const free = vi.fn();
  const limit = new AbortController();
  const app = new Hono<Environment>().get('/', (c) => {
    c.set('requestId', 'the-request');
    const file = { fileName: 'x.csv', text: pieces(limit), signal: limit.signal, free };
    return sendDownload(c, { log: pino({ enabled: false }) }, file);
  });
  // As the service does. Otherwise it replaces the global Response, which tests of other files in this process use.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = await listen(
    createServer((request, response) => void listener(request, response)),
  );
  servers.push(server);
  const request = get(server.baseUrl);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { answer, free, limit };
}

/** Reads an answer to where it is cut. */
async function readCut(answer: IncomingMessage): Promise<string> {
  let read = '';
  answer.setEncoding('utf8').on('data', (part: string) => (read += part));
  await expect(once(answer, 'end')).rejects.toThrow('aborted');
  return read;
}

function many() {
  let pulled = 0;
  async function* pieces(): AsyncGenerator<string> {
    for (; pulled < MOST_PIECES; pulled += 1) {
      await Promise.resolve();
      yield PIECE;
    }
  }
  return { pieces, pulled: () => pulled };
}

it('sends the whole file, and frees its slot', async () => {
  const { answer, free } = await serving(async function* () {
    yield await Promise.resolve('a\n');
    yield '#END,1\n';
  });
  expect(await text(answer)).toBe('a\n#END,1\n');
  expect(free).toHaveBeenCalledOnce();
});

it('reads no further than a slow client', async () => {
  const { pieces, pulled } = many();
  const { answer } = await serving(pieces);
  let before = -1;
  await expect
    .poll(() => pulled() === before || ((before = pulled()), false), { interval: 200 })
    .toBe(true);
  // 655 MB would be in memory; the sockets hold a few.
  expect(pulled()).toBeLessThan(MOST_PIECES / 10);
  answer.destroy();
});

it('ends when the client leaves', async () => {
  const { pieces, pulled } = many();
  const { answer, free } = await serving(pieces);
  answer.destroy();
  await expect.poll(() => free.mock.calls.length).toBe(1);
  expect(pulled()).toBeLessThan(MOST_PIECES);
});

it('says in the last line that it broke off, and cuts the connection', async () => {
  const { answer, free } = await serving(async function* () {
    yield await Promise.resolve('a\n');
    throw new Error('Gone');
  });
  expect(await readCut(answer)).toBe(`a\n${LAST_LINE}`);
  expect(free).toHaveBeenCalledOnce();
});

it('breaks off when its time is over, even if the client does not read', async () => {
  const { pieces, pulled } = many();
  const { answer, free, limit } = await serving(pieces);
  await expect.poll(pulled).toBeGreaterThan(10);
  limit.abort(new Error('Time is over'));
  await expect.poll(() => free.mock.calls.length).toBe(1);
  expect((await readCut(answer)).endsWith(LAST_LINE)).toBe(true);
});
