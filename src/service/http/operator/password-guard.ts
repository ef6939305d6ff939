import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { addressOf } from './actor.ts';
import { refuseOperator, refuseOutside } from './problems.ts';
import type { RequestContext } from '../request-context.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import { unavailable } from '../unexpected.ts';

/** Each costs 32 MiB and a processor for a while. */
const PASSWORDS_AT_ONCE = 4;

/** Has a password looked at, unless that was tried too often, or too many are: nobody waits without an answer. */
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
