import type { CardBrand } from '../card/number.ts';
import { limitsOf } from '../order/attempt-limits.ts';

/** Card schemes that monitor merchants' dispute ratios, and one bucket for all other schemes. */
export const DISPUTE_SCHEMES = ['visa', 'mastercard', 'other'] as const;
export type DisputeScheme = (typeof DISPUTE_SCHEMES)[number];

/**
 * Limits from which a merchant's disputes are too many; each is at least 1. A basis point is a hundredth of a
 * percent.
 */
export interface DisputeLimits {
  visa_dispute_basis_points: number;
  /** Disputes per month below which Visa does not put a merchant into its programme. */
  visa_dispute_count: number;
  mastercard_dispute_basis_points: number;
  mastercard_dispute_count: number;
  /** Payments below which the ratio says little. */
  dispute_ratio_payments: number;
}

/** The limits of a merchant without settings of its own. */
export const DEFAULT_DISPUTE_LIMITS: DisputeLimits = {
  visa_dispute_basis_points: 150,
  visa_dispute_count: 1_500,
  mastercard_dispute_basis_points: 150,
  mastercard_dispute_count: 100,
  dispute_ratio_payments: 100,
};

/** A merchant's own settings, which override the defaults. */
export type OwnDisputeLimits = { [Name in keyof DisputeLimits]?: DisputeLimits[Name] | undefined };

export function disputeLimitsOf(own: OwnDisputeLimits): DisputeLimits {
  return limitsOf(DEFAULT_DISPUTE_LIMITS, own);
}

/** Returns the scheme that a card brand belongs to. Maestro is Mastercard's. */
export function schemeOf(brand: CardBrand | null): DisputeScheme {
  if (brand === 'visa') return 'visa';
  return brand === 'mastercard' || brand === 'maestro' ? 'mastercard' : 'other';
}

/**
 * `above`: the ratio has reached its limit. `excessive`: the number of disputes has reached the scheme's threshold as
 * well. `none`: no ratio, no limit, or too few payments.
 */
export const DISPUTE_LEVELS = ['none', 'below', 'above', 'excessive'] as const;
export type DisputeLevel = (typeof DISPUTE_LEVELS)[number];

/** One month's counts of a merchant's cards of one scheme; a month without any is absent. */
export interface CountedMonth {
  /** The month's number from `monthOf`. */
  month: number;
  disputes: number;
  payments: number;
}

export interface DisputeRatio {
  month: number;
  disputes: number;
  /** The ratio's denominator. */
  payments: number;
  /** Undefined without payments. */
  ratio: number | undefined;
  /** Undefined for schemes without a limit. */
  limit: number | undefined;
  level: DisputeLevel;
}

/**
 * Returns the dispute ratio of a month: the month's chargebacks, whenever the payments were made, divided by the
 * month's payments; for Mastercard by the payments of the month before.
 */
export function disputeRatio(
  scheme: DisputeScheme,
  month: number,
  { counted, limits }: { counted: readonly CountedMonth[]; limits: DisputeLimits },
): DisputeRatio {
  const of = (wanted: number) => counted.find((each) => each.month === wanted);
  const disputes = of(month)?.disputes ?? 0;
  const payments = of(scheme === 'mastercard' ? month - 1 : month)?.payments ?? 0;
  const limit = scheme === 'other' ? undefined : limits[`${scheme}_dispute_basis_points`];
  return {
    month,
    disputes,
    payments,
    ratio: payments === 0 ? undefined : disputes / payments,
    limit: limit === undefined ? undefined : limit / BASIS_POINTS,
    level: levelOf(scheme, { disputes, payments }, limits),
  };
}

const BASIS_POINTS = 10_000;

function levelOf(
  scheme: DisputeScheme,
  { disputes, payments }: { disputes: number; payments: number },
  limits: DisputeLimits,
): DisputeLevel {
  if (scheme === 'other') return 'none';
  // Integer arithmetic: no rounding error can put a ratio at its limit above or below it.
  const isReached = disputes * BASIS_POINTS >= limits[`${scheme}_dispute_basis_points`] * payments;
  if (isReached && disputes >= limits[`${scheme}_dispute_count`]) return 'excessive';
  if (payments < limits.dispute_ratio_payments) return 'none';
  return isReached ? 'above' : 'below';
}

/** Tells whether the level needs someone's attention. */
export function isTooHigh({ level }: Pick<DisputeRatio, 'level'>): boolean {
  return level === 'above' || level === 'excessive';
}

const MONTHS_OF_A_YEAR = 12;

/** Returns the UTC month of an instant, as the number of months since year 0. */
export function monthOf(instant: Date): number {
  return instant.getUTCFullYear() * MONTHS_OF_A_YEAR + instant.getUTCMonth();
}

/** Returns the first instant of a month, in UTC. */
export function startOfMonth(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / MONTHS_OF_A_YEAR), month % MONTHS_OF_A_YEAR));
}

/** Formats a month as in ISO 8601: 2026-03. */
export function monthText(month: number): string {
  return startOfMonth(month).toISOString().slice(0, 'YYYY-MM'.length);
}
