/** The remaining time is shown in the last five minutes; earlier it would only hurry people. */
export const SHOWN_FROM_SECONDS = 5 * 60;

/** With instructions it is shown in the last hour: 60:00 would be read as a minute. It is announced as on a form. */
export const COUNTED_FROM_SECONDS = 60 * 60 - 1;

export function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}

/** Formats seconds as 4:05. */
export function toClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats seconds in the language's words and plural: "5 minutes"; as 4:05 in a browser that does not know units. */
export function spokenMinutes(seconds: number, language: string): string {
  const unit = seconds < 60 ? 'second' : 'minute';
  const count = seconds < 60 ? seconds : Math.round(seconds / 60);
  try {
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(count);
  } catch {
    return toClock(seconds);
  }
}
