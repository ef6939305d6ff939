/** `dry_run` counts what would be refused, and refuses nothing. */
export const LIMIT_MODES = ['off', 'dry_run', 'on'] as const;
export type LimitMode = (typeof LIMIT_MODES)[number];

/** How often one card may be declined at one merchant. */
export interface AttemptLimits {
  retry_rules: LimitMode;
  /** In 24 hours. */
  card_declines_per_day: number;
  card_declines_per_30_days: number;
}

/** What a merchant has unless it is set otherwise; the sandbox counts only. */
export const DEFAULT_LIMITS: AttemptLimits = {
  retry_rules: 'on',
  card_declines_per_day: 10,
  card_declines_per_30_days: 15,
};

/** What a merchant has set otherwise. */
export type OwnLimits = { [Name in keyof AttemptLimits]?: AttemptLimits[Name] | undefined };

/** The limits that a merchant has. */
export function limitsOf(usual: AttemptLimits, own: OwnLimits): AttemptLimits {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...usual, ...Object.fromEntries(given) };
}

/** Which of the limits stands against an attempt. */
export type AttemptLimit = Exclude<keyof AttemptLimits, 'retry_rules'>;

/** What was counted of the card at the merchant. */
export interface CountedDeclines {
  ofDay: number;
  of30Days: number;
}

/** The first limit that is reached, and whether it refuses the attempt. */
export function reachedLimit(
  limits: AttemptLimits,
  { ofDay, of30Days }: CountedDeclines,
): { limit: AttemptLimit; refuses: boolean } | undefined {
  if (limits.retry_rules === 'off') return undefined;
  const refuses = limits.retry_rules === 'on';
  if (ofDay >= limits.card_declines_per_day) return { limit: 'card_declines_per_day', refuses };
  if (of30Days >= limits.card_declines_per_30_days) {
    return { limit: 'card_declines_per_30_days', refuses };
  }
  return undefined;
}
