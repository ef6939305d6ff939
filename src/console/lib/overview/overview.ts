import * as v from 'valibot';

const orNull = v.nullable(v.number());
const key = { direction: v.picklist(['payin', 'payout']), currency: v.string() };

const counts = {
  ...key,
  orders: v.number(),
  amount: v.string(),
  succeeded: v.number(),
  succeeded_amount: v.string(),
  failed: v.number(),
  closed: v.number(),
  open: v.number(),
  approval_rate: orNull,
};
const total = v.object(counts);
export type Total = v.InferOutput<typeof total>;

const attempts = {
  terminal: v.string(),
  direction: key.direction,
  attempts: v.number(),
  approved: v.number(),
  declined: v.number(),
  failed: v.number(),
  approval_rate: orNull,
  latency_p50_ms: orNull,
  latency_p95_ms: orNull,
};
const terminal = v.object(attempts);
export type TerminalCounts = v.InferOutput<typeof terminal>;

const inTime = v.object({ at: v.string(), ...counts });
const terminalInTime = v.object({ at: v.string(), ...attempts });

/** As `overview show` answers it; without terminals where one merchant is asked for. */
export const overview = v.object({
  span: v.picklist(['hour', 'day']),
  from: v.string(),
  to: v.string(),
  up_to_date: v.boolean(),
  totals: v.array(total),
  series: v.array(inTime),
  codes: v.array(v.object({ ...key, code: v.string(), orders: v.number() })),
  terminals: v.optional(v.array(terminal), []),
  terminal_series: v.optional(v.array(terminalInTime), []),
  decline_reasons: v.optional(v.array(v.object({ reason: v.string(), attempts: v.number() })), []),
});
export type Overview = v.InferOutput<typeof overview>;

const condition = v.object({
  kind: v.string(),
  subject: v.string(),
  detail: v.string(),
  since: v.string(),
});
export const conditions = v.array(condition);

/** How far back one looks, as it stands in the address. */
export const RANGES = [
  { name: '24h', text: '24 hours', input: { hours: 24 } },
  { name: '7d', text: '7 days', input: { hours: 168 } },
  { name: '30d', text: '30 days', input: { days: 30 } },
  { name: '12m', text: '12 months', input: { days: 365 } },
] as const;

/** The range that an address names; the shortest where it names none. */
export function rangeNamed(name: string | null): (typeof RANGES)[number] {
  return RANGES.find((range) => range.name === name) ?? RANGES[0];
}

/** What totals and charts are told apart by. */
export function keyOf({ direction, currency }: { direction: string; currency: string }): string {
  return `${direction} ${currency}`;
}
