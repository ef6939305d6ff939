import { networkOf } from '../../platform/network-of.ts';
import { createRequestLimit } from '../request-limit.ts';

const WINDOW_MS = 15 * 60_000;
/** Whoever mistypes comes nowhere near it; whoever guesses gets nowhere. */
const PER_ACCOUNT = 10;
/** Several people behind one address. */
const PER_ADDRESS = 40;

export interface SignInLimit {
  /** Counts an attempt. @returns undefined when it may go on, else the seconds until one may */
  take(account: string, address: string): number | undefined;
}

/** Attempts to sign in, whether they succeed or not; several processes each take their part. */
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
