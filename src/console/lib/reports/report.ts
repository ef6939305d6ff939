import * as v from 'valibot';

/** A report as the interface answers it. */
export const report = v.object({
  id: v.string(),
  kind: v.picklist(['orders', 'settlement', 'fees']),
  /** Whose; null for all merchants'. */
  merchant: v.nullable(v.string()),
  state: v.picklist(['waiting', 'running', 'ready', 'failed']),
  first_day: v.string(),
  last_day: v.string(),
  /** Why it could not be made. */
  failure: v.nullable(v.string()),
  created_at: v.string(),
  ended_at: v.nullable(v.string()),
  rows: v.nullable(v.number()),
  resolution_code: v.nullable(v.string()),
});
export type Report = v.InferOutput<typeof report>;

export const KINDS = {
  orders: { title: 'Orders', of: 'A row for each order, with how it ended.' },
  settlement: {
    title: 'Settlement',
    of: 'A row for each gate, currency and day: what it began with, what came and went, what it closed with.',
  },
  fees: {
    title: 'Fees',
    of: 'A row for each method and day: how much was paid, and what of it was fees.',
  },
} as const;

export const isMade = ({ state }: Report): boolean => state === 'ready' || state === 'failed';

/** Where its CSV is: the session's cookie goes with a plain link. */
export const fileOf = ({ id }: Report): string => `/api/operator/v1/reports/${id}/file`;
