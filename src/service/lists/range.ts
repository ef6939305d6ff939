import { HOUR_MS } from '../counters/series.ts';

/** Both ends included, as UTC text with microseconds; an end that is not given is open. */
export interface Range {
  start?: string | undefined;
  end?: string | undefined;
}

/** From the first up to, and not including, the last. */
export interface BucketSpan {
  from: number;
  before: number;
}

/** A range as what there are counts for, and the rest of it, which is shorter than an hour at each end. */
interface CutRange {
  /** All whole hours of the range; undefined when there is none. */
  hours: BucketSpan | undefined;
  /** The whole days among them, and the hours beside these. */
  wholeDays: BucketSpan[];
  wholeHours: BucketSpan[];
  edges: Required<Range>[];
}

const HOURS_PER_DAY = 24;
/** Beyond every hour and day that PostgreSQL's integer can name. */
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
  /** What is left of the incomplete hour. */
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

/** The last microsecond of it, which is the finest that the database keeps. */
function endOfHour(instant: string): string {
  return `${instant.slice(0, HOUR_LENGTH)}:59:59.999999Z`;
}
