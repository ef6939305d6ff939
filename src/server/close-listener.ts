import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/** One that was opened in advance counts as busy with node:http until its first request: it gets so long. */
const UNUSED_AFTER_MS = 1_000;
const CHECK_INTERVAL_MS = 100;
/** A turn of the event loop in which next to nothing happened; there is one sooner or later. */
const QUIET_TURN_MS = 1;
const QUIET_TURN_WITHIN_MS = 2_000;

/** Connections and when they were opened. */
export type OpenConnections = ReadonlyMap<Socket, number>;

export function watchConnections(server: Server): OpenConnections {
  const open = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, performance.now());
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Lets nothing new in, and waits until the last connection has ended. */
export async function closeListener(server: Server, open: OpenConnections): Promise<void> {
  await untilNobodyWaits(server);
  const ended = new Promise((resolve) => server.close(resolve));
  const check = setInterval(() => {
    server.closeIdleConnections();
    const unusedSince = performance.now() - UNUSED_AFTER_MS;
    for (const [socket, openedMs] of open) {
      if (socket.bytesRead === 0 && openedMs < unusedSince) socket.destroy();
    }
  }, CHECK_INTERVAL_MS);
  await ended;
  clearInterval(check);
}

/**
 * Closing resets the connections that the kernel has accepted and the process has not. libuv takes one a
 * turn, so that a turn without any, and too short for one to have come since, is the moment.
 */
async function untilNobodyWaits(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const deadlineMs = performance.now() + QUIET_TURN_WITHIN_MS;
  for (;;) {
    const [before, startedMs] = [accepted, performance.now()];
    await endOfTurn();
    const nowMs = performance.now();
    if (accepted === before && nowMs - startedMs < QUIET_TURN_MS) break;
    if (nowMs > deadlineMs) break;
  }
  server.off('connection', count);
}
