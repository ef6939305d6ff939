const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;
/** In a query, an unencoded plus sign of an offset arrives as a space. */
const SPACE_BEFORE_OFFSET = / (?=\d\d:\d\d$)/;
const WITHOUT_FRACTION = { start: '000000', end: '999999' } as const;
const MINUTE_MS = 60_000;

/**
 * An RFC 3339 date and time with an offset, as UTC text with microseconds, which is what the
 * database keeps: '2026-01-01T00:00:00.000000Z'. Such texts sort as their instants do. Undefined for
 * everything else, days that no month has and leap seconds (Unix time has none) included.
 *
 * @param bound of a range: without a fraction it means the whole second, as answers show instants
 */
export function parseInstant(text: string, bound: 'start' | 'end' = 'start'): string | undefined {
  const match = RFC_3339.exec(text.replace(SPACE_BEFORE_OFFSET, '+'));
  if (!match) return undefined;
  const [
    ,
    date = '',
    time = '',
    fraction = WITHOUT_FRACTION[bound],
    sign,
    hours = '0',
    minutes = '0',
  ] = match;
  const localMs = Date.parse(`${date}T${time}Z`);
  // The engine reads 30 February as 1 March; a date that does not come back the same is none.
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(date)) return undefined;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
  const utc = new Date(localMs - offsetMs).toISOString();
  if (!/^(?!0000)\d{4}-/.test(utc)) return undefined;
  return `${utc.slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
