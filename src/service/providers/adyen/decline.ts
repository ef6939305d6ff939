import type { DeclineReason } from '#domain/card/decline-reason.ts';
import { declineMessage } from '../decline-message.ts';
import type { ProviderAnswer } from '../provider.ts';

type Declined = Extract<ProviderAnswer, { message: string }>;

/**
 * By Adyen's closed list of refusals (docs.adyen.com, "Refusal reasons"): an answer brings the code, a
 * webhook the name that stands beside it in that list, which is compared whole.
 */
export function declineOf(
  reference: string,
  { code, name }: { code?: string | undefined; name?: string | undefined },
): Declined {
  const refusal =
    (code === undefined ? undefined : REFUSALS[code]) ??
    Object.values(REFUSALS).find((known) => known?.name === name);
  const reason = refusal?.reason ?? 'other';
  return {
    outcome: HARD.has(reason) ? 'hard_decline' : 'soft_decline',
    reference,
    message: declineMessage(name),
    reason,
    ...(refusal?.ofTheAcquirer === true && { mayTryAnother: true }),
  };
}

interface Refusal {
  name: string;
  reason: DeclineReason;
  /** The acquirer or the account refused, not the card's issuer. */
  ofTheAcquirer?: true;
}

const REFUSALS: Record<string, Refusal | undefined> = {
  2: { name: 'Refused', reason: 'other' },
  3: { name: 'Referral', reason: 'other' },
  4: { name: 'Acquirer Error', reason: 'try_later', ofTheAcquirer: true },
  5: { name: 'Blocked Card', reason: 'stolen' },
  6: { name: 'Expired Card', reason: 'expired_card' },
  8: { name: 'Invalid Card Number', reason: 'other' },
  9: { name: 'Issuer Unavailable', reason: 'try_later' },
  10: { name: 'Not supported', reason: 'not_permitted', ofTheAcquirer: true },
  11: { name: '3D Not Authenticated', reason: 'not_authenticated' },
  12: { name: 'Not enough balance', reason: 'insufficient_funds' },
  14: { name: 'Acquirer Fraud', reason: 'fraud' },
  20: { name: 'FRAUD', reason: 'fraud' },
  22: { name: 'FRAUD-CANCELLED', reason: 'fraud' },
  23: { name: 'Transaction Not Permitted', reason: 'not_permitted' },
  24: { name: 'CVC Declined', reason: 'incorrect_code' },
  25: { name: 'Restricted Card', reason: 'not_permitted' },
  27: { name: 'Declined Non Generic', reason: 'other' },
  28: { name: 'Withdrawal amount exceeded', reason: 'limit' },
  29: { name: 'Withdrawal count exceeded', reason: 'limit' },
  31: { name: 'Issuer Suspected Fraud', reason: 'fraud' },
  38: { name: 'Authentication required', reason: 'not_authenticated' },
  39: { name: 'RReq not received from DS', reason: 'try_later' },
  41: { name: 'Closed account', reason: 'closed_account' },
};

const HARD: ReadonlySet<DeclineReason> = new Set(['stolen', 'fraud', 'closed_account']);
