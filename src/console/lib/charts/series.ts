/** What one colour of a chart stands for. */
export interface Series {
  name: string;
  tone: 'good' | 'bad' | 'accent' | 'quiet';
}

/** Values at a moment, one for each series; null where there is none. */
export interface Point {
  at: string;
  values: readonly (number | null)[];
}

/** Days are counted in UTC, wherever they are looked at. */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** When a point is: an hour in the viewer's time zone. */
export function moment(at: string, span: 'hour' | 'day'): string {
  return (span === 'day' ? day : hour).format(new Date(at));
}

const STEPS = [1, 2, 5, 10];

/** The least round number that is not below any of these; 1 where all are 0. */
export function roundedUp(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return (STEPS.find((step) => step * power >= most) ?? 10) * power;
}

/** Every hour or day of a range, also those without data. */
export function moments(from: string, to: string, span: 'hour' | 'day'): string[] {
  const lengthMs = span === 'day' ? 86_400_000 : 3_600_000;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const many = Math.max(0, Math.round((end - start) / lengthMs));
  return Array.from({ length: many }, (_, index) =>
    new Date(start + index * lengthMs).toISOString(),
  );
}

/** So many bars can be told apart, and pointed at. */
const MOST_BARS = 48;
const BARS_OF_A_WEEK = 28;

/**
 * The moments of a range as bars show them, each with the hours or days that it stands for: a day has 24 bars of an hour, a week 28
 * of six, a month 30 of a day.
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
