import { holdsNoBrandNumber } from '#contract/schemas/fields.ts';
import { parseAmount } from '#domain/money.ts';
import { z } from 'zod';

const MAX_HOURS = 8_760;
const HOURS_RANGE = `must lie between 0 and ${MAX_HOURS}`;
const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

/** How many hours the old key or secret stays valid beside the new one. */
export const overlapHours = z
  .number('must be a number of hours')
  .min(0, HOURS_RANGE)
  .max(MAX_HOURS, HOURS_RANGE)
  .default(DEFAULT_HOURS)
  .describe('Hours that the old one keeps working.');

export function hoursMs(hours: number): number {
  return hours * HOUR_MS;
}

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 9_999;

/** A time that both database engines can store. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be like 2026-03-01T00:00:00Z', abort: true })
  .refine(
    (text) => {
      const year = new Date(text).getUTCFullYear();
      return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
    },
    { error: `must lie between ${EARLIEST_YEAR} and ${LATEST_YEAR}` },
  );

const NO_TIME = 'must be a day like 2026-03-01 or a time like 2026-03-01T00:00:00Z';

/** A day in UTC, or a time. */
export const dayOrInstant = z.union([z.iso.date({ error: NO_TIME, abort: true }), instant], {
  error: ({ input }) => (input === undefined ? 'Is required.' : NO_TIME),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const FRACTION = /\.\d/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** Returns the exclusive end of a range that includes its last moment. Without a fraction, that is the whole second or day. */
export function exclusiveEnd(last: string): Date {
  const lastMs = DAY.test(last) ? DAY_MS : SECOND_MS;
  return new Date(Date.parse(last) + (FRACTION.test(last) ? 1 : lastMs));
}

const MOST_WHOLE = 999_999_999;

export const whole = z
  .int('must be a whole number')
  .min(0, 'must not be below 0')
  .max(MOST_WHOLE, `must not be above ${MOST_WHOLE}`);

export const trueOrFalse = z.boolean('must be true or false');

/** Whether fees may change to more than double or less than half. */
export const confirmsFees = trueOrFalse
  .default(false)
  .describe('Accept fees that become more than double, or less than half.');

/** An amount of money in major units, above zero. */
export const amount = z.string().refine((text) => (parseAmount(text) ?? 0n) > 0n, {
  error: 'must be above zero, with at most two decimals',
});

/** Text that a person writes and that is kept. It may hold a ticket's number or a timestamp, but no card number. */
export function writtenText(most: number) {
  return z
    .string()
    .min(1)
    .max(most, { abort: true })
    .refine(holdsNoBrandNumber, 'must not contain a card number');
}

/** Returns the members that were given; the others stay unchanged. */
export function given(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
