import * as v from 'valibot';
import { page } from '#console/api/ask.ts';

const orNull = v.nullable(v.string());

const destination = v.object({
  destination: v.string(),
  merchant_id: v.string(),
  merchant: v.string(),
  host: v.string(),
  backlog: v.number(),
  oldest: orNull,
  next_attempt_at: orNull,
  retrying: v.number(),
  given_up: v.number(),
  delivered: v.number(),
  last_success_at: orNull,
  last_failure_at: orNull,
  last_error: orNull,
});
export type Destination = v.InferOutput<typeof destination>;
export const destinationPage = page(destination);

const found = v.object({
  event: v.string(),
  merchant: v.string(),
  direction: v.picklist(['payin', 'payout']),
  orders: v.array(v.string()),
  state: v.string(),
  destination: orNull,
  tries: v.number(),
  created_at: v.string(),
  last_status: v.nullable(v.number()),
  last_error: orNull,
});
export type FoundEvent = v.InferOutput<typeof found>;
export const eventPage = page(found);

export const STATES = ['pending', 'delivered', 'failed', 'no_destination'] as const;

/** In a word, how a host takes webhooks. */
export function healthOf({ backlog, retrying, given_up: givenUp, delivered }: Destination) {
  if (retrying > 0) return { tone: 'bad', text: 'Fails, and is tried again' } as const;
  if (givenUp > 0 && delivered === 0) return { tone: 'bad', text: 'Given up' } as const;
  if (backlog > 0) return { tone: 'waiting', text: 'Under way' } as const;
  return delivered > 0
    ? ({ tone: 'good', text: 'Takes them' } as const)
    : ({ tone: 'quiet', text: 'Nothing sent yet' } as const);
}
