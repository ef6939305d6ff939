import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createHttpServer } from './http-server.ts';

/** More than the system keeps for a client that does not read. */
const HUGE_BYTES = 64 * 1024 * 1024;

it('stops although a client does not read its answer', async () => {
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
  await http.drain(0);
  expect(await answered.promise).toBe(false);
  socket.destroy();
});
