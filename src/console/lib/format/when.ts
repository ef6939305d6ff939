const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** "3 min. ago", "in 2 days". @param nowMs the moment that it is said at */
export function ago(at: Date, nowMs: number): string {
  const seconds = Math.round((at.getTime() - nowMs) / 1_000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return Math.abs(seconds) < 5 ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}

/** How long that is: "3 days", "2 hours". */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[3];
  return new Intl.NumberFormat('en', { style: 'unit', unitDisplay: 'long', unit }).format(
    Math.trunc(seconds / size),
  );
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** To the second, in the viewer's time zone. */
export function exactly(at: Date): string {
  return moment.format(at);
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** A sentence of the service's, with the instants in it as people read them. */
export function withTimes(text: string): string {
  return text.replace(INSTANT, (instant) => exactly(new Date(instant)));
}
