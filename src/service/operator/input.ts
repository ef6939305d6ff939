import { z } from 'zod';

const MAX_HOURS = 8_760;
const DEFAULT_HOURS = 24;

/**
 * How long two keys or secrets work side by side. An empty text is no number: it would end one at once.
 * Kept as it was given, so that the help can show the default: `hoursMs` says what it means.
 */
export const overlapHours = z
  .union([z.number(), z.string().regex(/^\d{1,4}(?:\.\d{1,3})?$/)], {
    error: 'must be a number of hours',
  })
  .refine((hours) => Number(hours) >= 0 && Number(hours) <= MAX_HOURS, {
    error: `must lie between 0 and ${MAX_HOURS}`,
  })
  .default(DEFAULT_HOURS)
  .describe('HOURS');

const HOUR_MS = 3_600_000;

export function hoursMs(hours: z.output<typeof overlapHours>): number {
  return Number(hours) * HOUR_MS;
}

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 9_999;

/** A time that either engine can store. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be like 2026-03-01T00:00:00Z' })
  .refine(
    (text) => {
      const year = new Date(text).getUTCFullYear();
      return year >= EARLIEST_YEAR && year <= LATEST_YEAR;
    },
    { error: `must lie between ${EARLIEST_YEAR} and ${LATEST_YEAR}` },
  );
