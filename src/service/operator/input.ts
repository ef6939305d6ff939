import { parseJson } from '#contract/json/json.ts';
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

const FRACTION = /\.\d/;
const SECOND_MS = 1_000;

/** The moment after a range that includes its end: without a fraction it ends with the whole second. */
export function endOf(last: string): Date {
  return new Date(Date.parse(last) + (FRACTION.test(last) ? 1 : SECOND_MS));
}

/** A whole number, which a command line has as text. */
export const whole = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/)], { error: 'must be a whole number' })
  .transform(Number)
  .describe('NUMBER');

export const trueOrFalse = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })
  .transform((given) => given === true || given === 'true')
  .describe('true|false');

/** Several values, which a command line has with commas between them. */
export const several = z
  .union([z.array(z.string()), z.string()])
  .transform((given) => (typeof given === 'string' ? given.split(',') : given))
  .describe('A,B');

/** A JSON object, which a command line has as text. */
export const jsonObject = z
  .union([z.record(z.string(), z.unknown()), z.string()])
  .transform((given, context) => {
    const parsed = typeof given === 'string' ? parsedObject(given) : given;
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: 'must be a JSON object' });
    return z.NEVER;
  })
  .describe('JSON');

function parsedObject(text: string): Record<string, unknown> | undefined {
  const json = parseJson(Buffer.from(text), 'as numbers');
  return json.ok ? z.record(z.string(), z.unknown()).safeParse(json.value).data : undefined;
}

/** What may also be taken away. */
export function orNone<Schema extends z.ZodType>(schema: Schema) {
  return z
    .literal('none')
    .transform(() => null)
    .or(schema);
}

/** Members that were given; the others stay as they are. */
export function given(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
