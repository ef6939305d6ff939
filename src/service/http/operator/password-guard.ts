import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { addressOf } from './authenticate.ts';
import { refuseOperator, refuseOutside } from './problems.ts';
import type { RequestContext } from '../request-context.ts';
import { unavailable } from '../unexpected.ts';
import { networkOf } from '../../platform/network-of.ts';
import { createRequestLimit } from '../request-limit.ts';

/** The most passwords checked at once. Each check takes 32 MiB, and a processor for a while. */
const PASSWORDS_AT_ONCE = 4;

/**
 * Checks a password, unless there were too many attempts or too many checks are running. Those are refused at once,
 * so that nobody waits without an answer.
 */
export type PasswordGuard = (
  c: RequestContext,
  account: string,
  look: () => Promise<Response>,
) => Promise<Response>;

export function createPasswordGuard(workers: number): PasswordGuard {
  const limit = createSignInLimit(workers);
  const passwords = createConcurrencyLimit(PASSWORDS_AT_ONCE);
  return async (c, account, look) => {
    const seconds = limit.take(account, addressOf(c) ?? 'unknown');
    if (seconds !== undefined) {
      const headers = { 'retry-after': String(seconds) };
      return refuseOperator(c, 'too_many_requests', {}, { headers });
    }
    const leave = passwords.enter();
    if (leave === undefined) return refuseOutside(c, unavailable('busy'));
    return look().finally(leave);
  };
}

const WINDOW_MS = 15 * 60_000;
/** Attempts per window. A person who mistypes comes nowhere near it; one who guesses gets nowhere. */
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
