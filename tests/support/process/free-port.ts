import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system gives to whoever asks for any port: none of them is taken by chance. */
const LOWEST = 11_000;
const PROCESSES = 210;
const PAIRS_OF_A_PROCESS = 50;

let asked = 0;

/**
 * A port that nobody listens on, nor on the one above it, where a program answers its operators; no other
 * process of the tests will be told of either: a program that is to listen there takes a while to start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const pair = (process.pid % PROCESSES) * PAIRS_OF_A_PROCESS + (asked % PAIRS_OF_A_PROCESS);
    const port = LOWEST + 2 * pair;
    asked += 1;
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
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
