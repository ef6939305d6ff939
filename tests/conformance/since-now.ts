import { setTimeout as sleep } from 'node:timers/promises';

/** More than the clocks of a test and of a deployment may differ by. */
const CLOCKS_DIFFER_MS = 1_000;

/** A moment that lies before whatever is made from now on, by the deployment's clock as well. */
export async function sinceNow(): Promise<string> {
  const now = new Date().toISOString();
  await sleep(CLOCKS_DIFFER_MS);
  return now;
}
