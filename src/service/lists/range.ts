import { HOUR_MS, HOURS_PER_DAY } from '../counters/series.ts';

/** A range of times, as UTC text with microseconds. Both ends are inclusive; a missing end is open. */
export interface Range {
  start?: string | undefined;
  end?: string | undefined;
}

/** A range of buckets: `from` inclusive, `before` exclusive. */
export interface BucketSpan {
  from: number;
  before: number;
}

/** A range split into buckets that have counts, and the rest, which is less than an hour at each end. */
interface CutRange {
  /** All whole hours of the range; undefined when there is none. */
  hours: BucketSpan | undefined;
  /** The whole days among them, and the hours outside these days. */
  wholeDays: BucketSpan[];
  wholeHours: BucketSpan[];
  edges: Required<Range>[];
}

/** The ends of an open range: the limits of PostgreSQL's integer, beyond every real hour and day. */
const FIRST_BUCKET = -(2 ** 31);
const LAST_BUCKET = 2 ** 31 - 1;

export function isOpen(range: Range): boolean {
  return range.start === undefined && range.end === undefined;
}

export function cutRange(range: Range): CutRange {
  const { start, end } = range;
  if (start !== undefined && end !== undefined && isPartOfHour(start, end)) {
    return { hours: undefined, wholeDays: [], wholeHours: [], edges: [{ start, end }] };
  }
  const first = cutStart(start);
  const last = cutEnd(end);
  const hours = cutHours({ from: first.bucket, before: last.bucket });
  return { ...hours, edges: [...first.edge, ...last.edge] };
}

function isPartOfHour(start: string, end: string): boolean {
  const isWholeHours = start === startOfHour(start) && end === endOfHour(end);
  return startOfHour(start) === startOfHour(end) && !isWholeHours;
}

interface CutEnd {
  bucket: number;
  /** The part of the range in an incomplete hour; empty if there is none. */
  edge: Required<Range>[];
}

function cutStart(start: string | undefined): CutEnd {
  if (start === undefined) return { bucket: FIRST_BUCKET, edge: [] };
  if (start === startOfHour(start)) return { bucket: hourOf(start), edge: [] };
  return { bucket: hourOf(start) + 1, edge: [{ start, end: endOfHour(start) }] };
}

function cutEnd(end: string | undefined): CutEnd {
  if (end === undefined) return { bucket: LAST_BUCKET, edge: [] };
  if (end === endOfHour(end)) return { bucket: hourOf(end) + 1, edge: [] };
  return { bucket: hourOf(end), edge: [{ start: startOfHour(end), end }] };
}

function cutHours(hours: BucketSpan): Omit<CutRange, 'edges'> {
  const days = {
    from: hours.from === FIRST_BUCKET ? FIRST_BUCKET : Math.ceil(hours.from / HOURS_PER_DAY),
    before: hours.before === LAST_BUCKET ? LAST_BUCKET : Math.floor(hours.before / HOURS_PER_DAY),
  };
  if (days.from >= days.before) {
    return { hours: notEmpty(hours)[0], wholeDays: [], wholeHours: notEmpty(hours) };
  }
  const beside = [
    { from: hours.from, before: Math.max(days.from * HOURS_PER_DAY, hours.from) },
    { from: Math.min(days.before * HOURS_PER_DAY, hours.before), before: hours.before },
  ];
  return { hours, wholeDays: [days], wholeHours: notEmpty(...beside) };
}

function notEmpty(...spans: BucketSpan[]): BucketSpan[] {
  return spans.filter(({ from, before }) => from < before);
}

const HOUR_LENGTH = '2026-01-01T00'.length;

function hourOf(instant: string): number {
  return Date.parse(startOfHour(instant)) / HOUR_MS;
}

function startOfHour(instant: string): string {
  return `${instant.slice(0, HOUR_LENGTH)}:00:00.000000Z`;
}

/** Returns the last microsecond of the hour; the database keeps no finer times. */
function endOfHour(instant: string): string {
  return `${instant.slice(0, HOUR_LENGTH)}:59:59.999999Z`;
}
