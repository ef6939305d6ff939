import { setTimeout as sleep } from 'node:timers/promises';

/** More than the possible difference between the clocks of a test and of a deployment. */
const CLOCKS_DIFFER_MS = 1_000;

/** Returns an instant that is before everything created from now on, also by the deployment's clock. */
export async function sinceNow(): Promise<string> {
  const now = new Date().toISOString();
  await sleep(CLOCKS_DIFFER_MS);
  return now;
}
