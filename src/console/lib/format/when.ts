const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** Times closer than this are counted in hours even across midnight: "5 hr. ago" at one in the morning. */
const HOURS_PAST_MIDNIGHT = 6;
/** Times further away than this are shown as a date. */
const MOST_DAYS = 6;

/**
 * Formats a time relative to now: "3 min. ago", "in 2 days", "20 Nov". Days are those of the viewer's calendar: any
 * time on the day after tomorrow is "in 2 days".
 *
 * @param nowMs the current time
 */
export function ago(at: Date, nowMs: number): string {
  const seconds = Math.round((at.getTime() - nowMs) / 1_000);
  const length = Math.abs(seconds);
  if (length < 5) return 'just now';
  const days = calendarDays(at) - calendarDays(new Date(nowMs));
  if (days !== 0 && length >= HOURS_PAST_MIDNIGHT * HOUR) {
    return Math.abs(days) <= MOST_DAYS ? relative.format(days, 'day') : dateOf(at, nowMs);
  }
  const [unit, size] = UNITS.find(([, each]) => length >= each) ?? UNITS[2];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Returns the number of a day in the viewer's calendar. Consecutive days differ by one, even where clocks change. */
function calendarDays(at: Date): number {
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (DAY * 1_000));
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const withYear = new Intl.DateTimeFormat('en-GB', DATE);
const withYearInUtc = new Intl.DateTimeFormat('en-GB', { ...DATE, timeZone: 'UTC' });

function dateOf(at: Date, nowMs: number): string {
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayAndMonth : withYear).format(at);
}

/** Formats a day in the viewer's time zone: "20 Nov 2026". */
export function dayOf(at: Date): string {
  return withYear.format(at);
}

/** Formats a range of UTC days, both included: "1 – 31 Jan 2026". @param first like 2026-01-01, as is `last` */
export function days(first: string, last: string): string {
  return withYearInUtc.formatRange(new Date(first), new Date(last));
}

/** Returns today's date in UTC, like 2026-01-01. */
export function today(): string {
  return new Date().toISOString().slice(0, '2026-01-01'.length);
}

/** Returns the first day of a day's month. */
export function startOfMonth(day: string): string {
  return `${day.slice(0, '2026-01'.length)}-01`;
}

const MOMENT = {
  ...DATE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;
const moment = new Intl.DateTimeFormat('en-GB', MOMENT);
const momentInZone = new Intl.DateTimeFormat('en-GB', { ...MOMENT, timeZoneName: 'short' });

/** Formats a time to the second in the viewer's time zone. */
export function formatTime(at: Date): string {
  return moment.format(at);
}

/** Formats a time like `formatTime`, with the time zone. */
export function formatTimeInZone(at: Date): string {
  return momentInZone.format(at);
}
