import { addressOf } from './authenticate.ts';
import { refuseOperator } from './problems.ts';
import type { RequestContext } from '../request-context.ts';
import { networkOf } from '../../platform/network-of.ts';
import { createRequestLimit } from '../request-limit.ts';

/** Runs an attempt to sign in or to confirm, unless there were too many. Those are refused at once. */
export type SignInGuard = (
  c: RequestContext,
  account: string,
  attempt: () => Promise<Response>,
) => Promise<Response>;

export function createSignInGuard(workers: number): SignInGuard {
  const limit = createSignInLimit(workers);
  return async (c, account, attempt) => {
    const seconds = limit.take(account, addressOf(c) ?? 'unknown');
    if (seconds === undefined) return attempt();
    const headers = { 'retry-after': String(seconds) };
    return refuseOperator(c, 'too_many_requests', {}, { headers });
  };
}

const WINDOW_MS = 15 * 60_000;
/** Attempts per window. A person whose browser fails comes nowhere near it; one who guesses gets nowhere. */
const PER_ACCOUNT = 10;
/** Attempts per window. An address may have several people behind it. */
const PER_ADDRESS = 40;

export interface SignInLimit {
  /**
   * Counts an attempt.
   *
   * @returns undefined if it may proceed, else the seconds until one may
   */
  take(account: string, address: string): number | undefined;
}

/** Creates the limit of attempts to sign in, successful or not. Each of several processes enforces its part. */
export function createSignInLimit(workers: number, monotonicMs?: () => number): SignInLimit {
  const part = (count: number) =>
    createRequestLimit(Math.ceil(count / workers), monotonicMs, WINDOW_MS);
  const accounts = part(PER_ACCOUNT);
  const addresses = part(PER_ADDRESS);
  return {
    take(account, address) {
      return addresses.take(networkOf(address)) ?? accounts.take(account.toLowerCase());
    },
  };
}
