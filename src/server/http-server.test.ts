import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

/** More than the system keeps for a client that does not read. */
const HUGE_BYTES = 8 * 1024 * 1024;

it('stops although a client does not read its answer', async () => {
  const { http, answered, socket } = await askForMuch();
  await http.drain(0);
  expect(await answered).toBe(false);
  socket.destroy();
});

it('lets a client that is slow to read its answer read all of it', async () => {
  const { http, port, answered, socket } = await askForMuch();
  const unused = connect(port, '127.0.0.1');
  await once(http.server, 'connection');
  const drained = http.drain(0);
  // Until a server that is stopping has looked for connections to close.
  await once(unused, 'close');
  let readBytes = 0;
  for await (const chunk of socket) readBytes += Buffer.byteLength(chunk as Buffer);
  expect(readBytes).toBeGreaterThan(HUGE_BYTES);
  expect(await answered).toBe(true);
  await drained;
});

/** Sends a request for more than the system keeps, and reads nothing of the answer. */
async function askForMuch() {
  const answered = Promise.withResolvers<boolean>();
  const http = createHttpServer(
    (_request, response) => {
      response.end(Buffer.alloc(HUGE_BYTES));
      response.once('close', () => {
        answered.resolve(response.writableFinished);
      });
    },
    () => ({ status: 400, headers: {} }),
  );
  await once(http.server.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(http.server, 'request');
  return { http, port, answered: answered.promise, socket };
}
