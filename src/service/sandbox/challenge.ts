import { formatMinor } from '#domain/money.ts';
import type { SandboxDb } from './schema.ts';
import { endChallenge, findPayment, type BookedPayment } from './payments.ts';

/** A challenge as shown by the simulated page of the issuer. */
export interface Challenge {
  order_id: string;
  /** Decimal text, in major units of the currency. */
  amount: string;
  currency: string;
  card_number: string;
  state: 'open' | 'approved' | 'refused' | 'abandoned';
  return_url: string;
}

export type ChallengeDecision = 'approve' | 'refuse';

export interface ChallengeDeps {
  db: SandboxDb;
  returnUrl: (orderId: string) => string;
  /** Notifies the service that the payment's outcome is known. */
  onDecided: (payment: BookedPayment) => Promise<void>;
}

export async function findChallenge(
  deps: ChallengeDeps,
  attemptId: string,
): Promise<Challenge | undefined> {
  const booked = await findPayment(deps.db, attemptId);
  return booked && challengeFrom(deps, booked);
}

/** Records the shopper's answer. Only the first one counts; a later call finds it. */
export async function decideChallenge(
  deps: ChallengeDeps,
  attemptId: string,
  decision: ChallengeDecision,
): Promise<Challenge | undefined> {
  await endChallenge(deps.db, attemptId, DECISIONS[decision]);
  const booked = await findPayment(deps.db, attemptId);
  if (booked === undefined) return undefined;
  await deps.onDecided(booked);
  return challengeFrom(deps, booked);
}

/** Refusing is not a decline by the card's issuer: the shopper may use another card. */
const DECISIONS = {
  approve: { outcome: 'approved' },
  refuse: {
    outcome: 'soft_decline',
    message: 'authentication failed',
    reason: 'not_authenticated',
  },
} as const;

const STATES = {
  challenge: 'open',
  approved: 'approved',
  soft_decline: 'refused',
  hard_decline: 'refused',
  abandoned: 'abandoned',
  never_seen: 'abandoned',
} as const satisfies Record<BookedPayment['outcome'], Challenge['state']>;

function challengeFrom(deps: ChallengeDeps, booked: BookedPayment): Challenge | undefined {
  const { order_id: orderId, amount_minor: amountMinor, currency, outcome } = booked;
  if (orderId === null || amountMinor === null || currency === null) return undefined;
  return {
    order_id: orderId,
    amount: formatMinor(amountMinor),
    currency,
    card_number: booked.card_number_masked ?? '',
    state: STATES[outcome],
    return_url: deps.returnUrl(orderId),
  };
}
