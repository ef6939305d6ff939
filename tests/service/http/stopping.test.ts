import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { newServiceData, type ServiceData } from '../../support/database/seeds/service-data.ts';
import { startedServer, type ServerProcess } from '../../support/process/program.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens a connection, sends this, and never more. */
async function sendOnly(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
}

const HALF: [part: string, text: string][] = [
  ['the method', 'PO'],
  ['headers', 'POST /api/v1/payins HTTP/1.1\r\nHost: x\r\nX-A: '],
  [
    'a body',
    'POST /api/v1/payins HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{',
  ],
  [
    'a body in chunks',
    'POST /api/v1/payins HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{',
  ],
  [
    'a form',
    'POST /pay/0b9f5d2e-3f8c-4a53-8d8a-2f7c3f1f0c11 HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 400\r\n\r\ncard',
  ],
  [
    'a second request',
    'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health/live HTTP/1.1\r\nHo',
  ],
];

describe('a stop is not held up by', () => {
  let data: ServiceData;
  const page = {
    ORDERS_API_URL: 'http://127.0.0.1:9',
    ORDERS_API_KEY_ID: '7b1b2a56-7c3c-4f0e-9b1a-2f8f5a3f0a11',
    ORDERS_API_SECRET: 'tg_test_x',
  };
  beforeAll(async () => {
    data = await newServiceData();
  });
  afterAll(() => data.remove());

  it('half-sent requests to either listener', async () => {
    const server = await startedServer({
      DATA_DIR: data.directory,
      ...(data.databaseUrl && { DATABASE_URL: data.databaseUrl }),
    });
    for (const [, text] of HALF) {
      await sendOnly(server.baseUrl, text);
      await sendOnly(server.operatorUrl, text);
    }
    expect(await exitCodeOf(server)).toBe(0);
  });

  it('half-sent requests to the page alone', async () => {
    const server = await startedServer(page);
    for (const [, text] of HALF) await sendOnly(server.baseUrl, text);
    expect(await exitCodeOf(server)).toBe(0);
  });
});

/** Asks first, so that what was sent before has arrived. */
async function exitCodeOf(server: ServerProcess): Promise<number | null> {
  expect((await fetch(`${server.baseUrl}/api/health/live`)).status).toBe(200);
  return server.stop('SIGTERM');
}
