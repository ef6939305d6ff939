import type { Span } from '../../platform/database/tables/counters.ts';
import { invalidAt, type Refused } from '../answer.ts';

/** A range of whole hours or days, numbered since 1970; `before` is exclusive. */
export interface CountedRange {
  span: Span;
  from: number;
  before: number;
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
  hours?: number | undefined;
  days?: number | undefined;
}

const HOUR_MS = 3_600_000;
const SPAN_MS: Readonly<Record<Span, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS };

const MOST_HOURS = 8 * 24;
const MOST_DAYS = 400;
const USUAL_HOURS = 24;

/**
 * Returns the requested range, in hours if it is short and otherwise in days. Partial hours or days at the ends are
 * included whole.
 */
export function rangeAsked(asked: Asked, now: Date): CountedRange | Refused {
  if ([asked.from ?? asked.to, asked.hours, asked.days].filter(isGiven).length > 1) {
    return invalidAt('', 'conflict', 'Give the start and the end, or hours, or days.');
  }
  const range = cut(instants(asked, now));
  if (range.before <= range.from) {
    return invalidAt('/to', 'range', 'Must lie after the start.');
  }
  return range.span === 'day' && range.before - range.from > MOST_DAYS
    ? invalidAt('', 'range', `The period can be at most ${MOST_DAYS} days.`)
    : range;
}

/** Returns the range of the last hours, the current one included. */
export function hoursBefore(now: Date, hours: number): CountedRange {
  return cut(instants({ hours }, now));
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

function instants({ from, to, hours, days }: Asked, now: Date): [fromMs: number, toMs: number] {
  // The current hour is the last one of the range.
  const endMs = to === undefined ? now.getTime() + 1 : Date.parse(to);
  if (from !== undefined) return [Date.parse(from), endMs];
  const lengthMs = days === undefined ? (hours ?? USUAL_HOURS) * HOUR_MS : days * SPAN_MS.day;
  return [Math.floor(endMs - lengthMs + HOUR_MS - 1), endMs];
}

function cut([fromMs, toMs]: [number, number]): CountedRange {
  const span: Span = toMs - fromMs <= MOST_HOURS * HOUR_MS ? 'hour' : 'day';
  const lengthMs = SPAN_MS[span];
  return { span, from: Math.floor(fromMs / lengthMs), before: Math.ceil(toMs / lengthMs) };
}

export function startOf(span: Span, bucket: number): Date {
  return new Date(bucket * SPAN_MS[span]);
}
