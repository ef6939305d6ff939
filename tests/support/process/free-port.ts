import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system gives to whoever asks for any port: none of them is taken by chance. */
const LOWEST = 11_000;
const PROCESSES = 210;
const PORTS_OF_A_PROCESS = 100;

let asked = 0;

/**
 * A port that nobody listens on, and that no other process of the tests will be told of: a program that
 * is to listen there takes a while to start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port =
      LOWEST + (process.pid % PROCESSES) * PORTS_OF_A_PROCESS + (asked % PORTS_OF_A_PROCESS);
    asked += 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
