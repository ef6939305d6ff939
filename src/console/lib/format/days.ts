const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Whole days in UTC, both of them meant: "1–31 January 2026". @param first as 2026-01-01, like `last` */
export function days(first: string, last: string): string {
  return dayFormat.formatRange(new Date(first), new Date(last));
}

/** The day in UTC that it is, as 2026-01-01. */
export function today(): string {
  return new Date().toISOString().slice(0, DAY_LENGTH);
}

/** The first day of the month of a day. */
export function startOfMonth(day: string): string {
  return `${day.slice(0, MONTH_LENGTH)}-01`;
}

const MONTH_LENGTH = '2026-01'.length;
const DAY_LENGTH = '2026-01-01'.length;
