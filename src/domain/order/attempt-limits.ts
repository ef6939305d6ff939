import type { DeclineReason } from '../card/decline-reason.ts';

/** `dry_run` counts the attempts that would be refused, and refuses none. */
export const LIMIT_MODES = ['off', 'dry_run', 'on'] as const;
export type LimitMode = (typeof LIMIT_MODES)[number];

/** How often one card may be declined at one merchant, and with how many different cards one payer may fail. */
export interface AttemptLimits {
  retry_rules: LimitMode;
  /** In 24 hours. */
  card_declines_per_day: number;
  card_declines_per_30_days: number;
  card_testing: LimitMode;
  /** Different declined cards in an hour. */
  failed_cards_per_address: number;
  failed_cards_per_bin: number;
  /** Different declined cards in 24 hours. */
  failed_cards_per_email: number;
  failed_cards_per_order: number;
}

/** The limits of a merchant without settings of its own. In the sandbox, `retry_rules` is a dry run too. */
export const DEFAULT_LIMITS: AttemptLimits = {
  retry_rules: 'on',
  card_declines_per_day: 10,
  card_declines_per_30_days: 15,
  card_testing: 'dry_run',
  failed_cards_per_address: 5,
  failed_cards_per_bin: 30,
  failed_cards_per_email: 5,
  failed_cards_per_order: 3,
};

/** A merchant's own settings, which override the defaults. */
export type OwnLimits = { [Name in keyof AttemptLimits]?: AttemptLimits[Name] | undefined };

/** Returns a merchant's limits: its own settings over the defaults. */
export function limitsOf<Limits extends object>(
  usual: Limits,
  own: { [Name in keyof Limits]?: Limits[Name] | undefined },
): Limits {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}

/** The limits that can be reached. */
export type AttemptLimit = Exclude<keyof AttemptLimits, 'retry_rules' | 'card_testing'>;

/** A limit that is reached, and whether it refuses the attempt. */
export interface ReachedLimit {
  limit: AttemptLimit;
  refuses: boolean;
}

/** How often the card was declined at the merchant. */
export interface CountedDeclines {
  ofDay: number;
  of30Days: number;
}

/** Returns the first of the decline limits that the card has reached. */
export function reachedLimit(
  limits: AttemptLimits,
  { ofDay, of30Days }: CountedDeclines,
): ReachedLimit | undefined {
  if (limits.retry_rules === 'off') return undefined;
  const refuses = limits.retry_rules === 'on';
  if (ofDay >= limits.card_declines_per_day) return { limit: 'card_declines_per_day', refuses };
  if (of30Days >= limits.card_declines_per_30_days) {
    return { limit: 'card_declines_per_30_days', refuses };
  }
  return undefined;
}

/** What failed cards are counted by, apart from their order. A link counts as one order, for an hour. */
export const TESTED_BY = ['address', 'bin', 'email', 'order'] as const;
export type TestedBy = (typeof TESTED_BY)[number];

/** Returns the first of the card testing limits that is reached: one in `over`, or else the order's own. */
export function reachedCards(
  limits: AttemptLimits,
  { ofOrder, over }: { ofOrder: number; over: readonly TestedBy[] },
): ReachedLimit | undefined {
  if (limits.card_testing === 'off') return undefined;
  const refuses = limits.card_testing === 'on';
  const [by] = over;
  if (by !== undefined) return { limit: `failed_cards_per_${by}`, refuses };
  return ofOrder >= limits.failed_cards_per_order
    ? { limit: 'failed_cards_per_order', refuses }
    : undefined;
}

/** The rule that each limit belongs to. The rule's mode applies to the limit. */
export const RULE_OF = {
  card_declines_per_day: 'retry_rules',
  card_declines_per_30_days: 'retry_rules',
  failed_cards_per_address: 'card_testing',
  failed_cards_per_bin: 'card_testing',
  failed_cards_per_email: 'card_testing',
  failed_cards_per_order: 'card_testing',
} as const satisfies Record<AttemptLimit, 'retry_rules' | 'card_testing'>;

/**
 * Returns every reached limit whose rule is in a dry run. Covers only the limits that need no look at other orders'
 * cards.
 */
export function reachedInDryRun(
  limits: AttemptLimits,
  { ofDay, of30Days, ofOrder }: CountedDeclines & { ofOrder: number },
): AttemptLimit[] {
  const counted = [
    ['card_declines_per_day', ofDay],
    ['card_declines_per_30_days', of30Days],
    ['failed_cards_per_order', ofOrder],
  ] as const;
  return counted.flatMap(([limit, count]) =>
    limits[RULE_OF[limit]] === 'dry_run' && count >= limits[limit] ? [limit] : [],
  );
}

export const LIMITS = [
  'card_declines_per_day',
  'card_declines_per_30_days',
  'failed_cards_per_address',
  'failed_cards_per_bin',
  'failed_cards_per_email',
  'failed_cards_per_order',
] as const satisfies AttemptLimit[];

/** What can refuse a payment before an acquirer gets it: a limit, the merchant's block list, a bank's advice. */
export const REFUSED_BY = [
  'block_list',
  'do_not_try_again',
  ...LIMITS,
  'card_declines_per_hour',
  'address_declines_per_hour',
  'attempts_per_order',
] as const;
export type RefusedBy = (typeof REFUSED_BY)[number];

/**
 * Declines that do not count against the card: the acquirer or issuer was unavailable, the shopper left or
 * did not answer, or the amount was below the minimum.
 */
export const DECLINES_NOT_COUNTED = [
  'try_later',
  'cancelled',
  'unanswered',
  'under_minimum',
] as const satisfies DeclineReason[];
