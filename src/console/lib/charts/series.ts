/** A series of a chart, in one colour. */
export interface Series {
  name: string;
  tone: 'good' | 'bad' | 'accent' | 'quiet';
}

/** The values at one moment, one per series; null where a series has none. */
export interface Point {
  at: string;
  values: readonly (number | null)[];
}

/** Days are in UTC, whatever the viewer's time zone. */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Formats a point's time: a day in UTC, or an hour in the viewer's time zone. */
export function formatPointTime(at: string, span: 'hour' | 'day'): string {
  return (span === 'day' ? day : hour).format(new Date(at));
}

const STEPS = [1, 2, 5, 10];

/** Rounds up to 1, 2, 5 or 10 times a power of ten. Returns 1 for zero and below. */
export function roundedUp(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return (STEPS.find((step) => step * power >= most) ?? 10) * power;
}

/** Returns every hour or day of a range, including those without data. */
export function timesBetween(from: string, to: string, span: 'hour' | 'day'): string[] {
  const lengthMs = span === 'day' ? 86_400_000 : 3_600_000;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const many = Math.max(0, Math.round((end - start) / lengthMs));
  return Array.from({ length: many }, (_, index) =>
    new Date(start + index * lengthMs).toISOString(),
  );
}

/** The most bars that can still be told apart and pointed at. */
const MOST_BARS = 48;
const BARS_OF_A_WEEK = 28;

/**
 * Groups the hours or days of a range into bars: a day has 24 bars of an hour, a week 28 of six hours, a month 30 of
 * a day.
 */
export function bars(times: readonly string[]): { at: string; times: readonly string[] }[] {
  const size =
    times.length > MOST_BARS && times.length % BARS_OF_A_WEEK === 0
      ? times.length / BARS_OF_A_WEEK
      : 1;
  return Array.from({ length: Math.ceil(times.length / size) }, (_, index) => {
    const part = times.slice(index * size, (index + 1) * size);
    return { at: part[0] ?? '', times: part };
  });
}
