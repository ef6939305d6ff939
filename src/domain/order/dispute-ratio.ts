import type { CardBrand } from '../card/number.ts';
import { limitsOf } from './attempt-limits.ts';

/** Card schemes that watch how many payments of a merchant are disputed, and all others together. */
export const DISPUTE_SCHEMES = ['visa', 'mastercard', 'other'] as const;
export type DisputeScheme = (typeof DISPUTE_SCHEMES)[number];

/** From when on the disputes of a merchant are too many: each is 1 at least. A basis point is a hundredth of a percent. */
export interface DisputeLimits {
  visa_dispute_basis_points: number;
  /** In a month: with fewer, Visa does not have a merchant in its programme. */
  visa_dispute_count: number;
  mastercard_dispute_basis_points: number;
  mastercard_dispute_count: number;
  /** Of fewer payments the ratio says little. */
  dispute_ratio_payments: number;
}

/** What a merchant has unless it is set otherwise. */
export const DEFAULT_DISPUTE_LIMITS: DisputeLimits = {
  visa_dispute_basis_points: 150,
  visa_dispute_count: 1_500,
  mastercard_dispute_basis_points: 150,
  mastercard_dispute_count: 100,
  dispute_ratio_payments: 100,
};

/** What is set otherwise for a merchant. */
export type OwnDisputeLimits = { [Name in keyof DisputeLimits]?: DisputeLimits[Name] | undefined };

/** The limits that a merchant has. */
export function disputeLimitsOf(own: OwnDisputeLimits): DisputeLimits {
  return limitsOf(DEFAULT_DISPUTE_LIMITS, own);
}

/** Maestro is Mastercard's. */
export function schemeOf(brand: CardBrand | null): DisputeScheme {
  if (brand === 'visa') return 'visa';
  return brand === 'mastercard' || brand === 'maestro' ? 'mastercard' : 'other';
}

/**
 * `above`: the ratio is at its limit or beyond. `excessive`: the disputes are as many as the scheme's programme begins
 * with, too. `none`: no ratio, no limit, or too few payments.
 */
export const DISPUTE_LEVELS = ['none', 'below', 'above', 'excessive'] as const;
export type DisputeLevel = (typeof DISPUTE_LEVELS)[number];

/** What was counted of a merchant's cards of one scheme, by month; a month without any is absent. */
export interface CountedMonth {
  /** As `monthOf` numbers it. */
  month: number;
  disputes: number;
  payments: number;
}

export interface DisputeRatio {
  month: number;
  disputes: number;
  /** By which they are divided. */
  payments: number;
  /** Undefined without payments. */
  ratio: number | undefined;
  /** Undefined where the scheme publishes none. */
  limit: number | undefined;
  level: DisputeLevel;
}

/**
 * How large a part of payments is disputed in a month: the chargebacks of the month, whenever the payments were made,
 * by the payments of the same month; at Mastercard by those of the month before.
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
  // Whole numbers: at its limit a ratio is neither above nor below it by an error of rounding.
  const isReached = disputes * BASIS_POINTS >= limits[`${scheme}_dispute_basis_points`] * payments;
  if (isReached && disputes >= limits[`${scheme}_dispute_count`]) return 'excessive';
  if (payments < limits.dispute_ratio_payments) return 'none';
  return isReached ? 'above' : 'below';
}

/** Whether somebody has to do something about it. */
export function isTooHigh({ level }: Pick<DisputeRatio, 'level'>): boolean {
  return level === 'above' || level === 'excessive';
}

const MONTHS_OF_A_YEAR = 12;

/** The month of an instant in UTC, by how many came before it since the year 0. */
export function monthOf(instant: Date): number {
  return instant.getUTCFullYear() * MONTHS_OF_A_YEAR + instant.getUTCMonth();
}

/** Its first instant. */
export function startOfMonth(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / MONTHS_OF_A_YEAR), month % MONTHS_OF_A_YEAR));
}

/** As ISO 8601 has it: 2026-03. */
export function monthText(month: number): string {
  return startOfMonth(month).toISOString().slice(0, 'YYYY-MM'.length);
}
