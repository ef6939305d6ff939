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

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** When a point is, in the viewer's time zone. */
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
