import type { DeclineReason } from '../card/decline-reason.ts';

/** `dry_run` counts what would be refused, and refuses nothing. */
export const LIMIT_MODES = ['off', 'dry_run', 'on'] as const;
export type LimitMode = (typeof LIMIT_MODES)[number];

/** How often one card may be declined at one merchant, and how many cards by one payer. */
export interface AttemptLimits {
  retry_rules: LimitMode;
  /** In 24 hours. */
  card_declines_per_day: number;
  card_declines_per_30_days: number;
  card_testing: LimitMode;
  /** Different cards that were declined, in an hour. */
  failed_cards_per_address: number;
  failed_cards_per_bin: number;
  /** In 24 hours. */
  failed_cards_per_email: number;
  failed_cards_per_order: number;
}

/** What a merchant has unless it is set otherwise; the sandbox counts only. */
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

/** What a merchant has set otherwise. */
export type OwnLimits = { [Name in keyof AttemptLimits]?: AttemptLimits[Name] | undefined };

/** The limits that a merchant has: its own where they are set, and the usual ones. */
export function limitsOf<Limits extends object>(
  usual: Limits,
  own: { [Name in keyof Limits]?: Limits[Name] | undefined },
): Limits {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}

/** Which of the limits stands against an attempt. */
export type AttemptLimit = Exclude<keyof AttemptLimits, 'retry_rules' | 'card_testing'>;

/** A limit that is reached, and whether it refuses the attempt. */
export interface ReachedLimit {
  limit: AttemptLimit;
  refuses: boolean;
}

/** What was counted of the card at the merchant. */
export interface CountedDeclines {
  ofDay: number;
  of30Days: number;
}

/** The first limit of a card's declines that is reached. */
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

/** By what different cards are counted beside their order. */
export type TestedBy = 'address' | 'bin' | 'email';

/** The first limit of different cards that is reached: of the order, or of what else is over it. */
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

/** The rule that each limit belongs to, which may be in a dry run. */
export const RULE_OF = {
  card_declines_per_day: 'retry_rules',
  card_declines_per_30_days: 'retry_rules',
  failed_cards_per_address: 'card_testing',
  failed_cards_per_bin: 'card_testing',
  failed_cards_per_email: 'card_testing',
  failed_cards_per_order: 'card_testing',
} as const satisfies Record<AttemptLimit, 'retry_rules' | 'card_testing'>;

/** Every limit in a dry run that is reached, of those that need no look at other cards. */
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

/** Declines that say nothing against the card: the acquirer or the issuer was unavailable, or the shopper left. */
export const NOT_OF_THE_CARD = [
  'try_later',
  'cancelled',
  'under_minimum',
] as const satisfies DeclineReason[];
