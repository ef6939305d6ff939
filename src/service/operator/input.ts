import { z } from 'zod';

const MAX_HOURS = 8_760;
const DEFAULT_HOURS = 24;

/** How long two keys or secrets work side by side. An empty text is no number: it would end one at once. */
export const overlapHours = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,4}(?:\.\d{1,3})?$/)
        .transform(Number),
    ],
    {
      error: 'must be a number of hours',
    },
  )
  .pipe(z.number().min(0).max(MAX_HOURS))
  .default(DEFAULT_HOURS)
  .meta({ description: 'HOURS', default: DEFAULT_HOURS });

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
