import { CURRENCIES } from '#domain/money.ts';
import * as v from 'valibot';
import { page } from '#console/api/ask.ts';
import { BEFORE, FROM, MERCHANT, type Filter } from '#console/filters/filter.ts';
import { inWords } from '#console/orders/words.ts';
import { at } from '#console/paths.ts';

const orNull = v.nullable(v.string());

const balance = v.object({
  account: v.string(),
  kind: v.picklist(['gate', 'wallet']),
  merchant_id: v.string(),
  merchant: v.string(),
  gate_id: orNull,
  gate: orNull,
  frozen: v.boolean(),
  currency: v.string(),
  available: v.string(),
  hold: v.string(),
  rolling: v.string(),
  payout_reserve: v.string(),
  total: v.string(),
});
export type Balance = v.InferOutput<typeof balance>;
export const balancePage = page(balance);

const KINDS = [
  ...(['payin_success', 'payout_reserve', 'payout_settle', 'payout_release'] as const),
  ...(['hold_release', 'rolling_release', 'transfer', 'conversion'] as const),
];

/** What movements are found by. */
export const MOVEMENT_FILTERS: readonly Filter[] = [
  { name: 'kind', label: 'Kind', choices: KINDS, inWords },
  { name: 'currency', label: 'Currency', choices: CURRENCIES },
  FROM,
  BEFORE,
  { name: 'order', label: 'Order', placeholder: 'Id' },
  { name: 'gate', label: 'Gate', placeholder: 'Id' },
  MERCHANT,
];

/** Where movements like these are listed. */
export function movementsOf(filter: Readonly<Record<string, string>>): string {
  return at(`/ledger?${new URLSearchParams(filter).toString()}#movements`);
}

const movement = v.object({
  movement: v.string(),
  kind: v.string(),
  at: v.string(),
  order: orNull,
  entries: v.array(
    v.object({
      ...{ account: v.string(), merchant_id: orNull, gate_id: orNull, gate: orNull },
      ...{ currency: v.string(), amount: v.string() },
    }),
  ),
});
export type Movement = v.InferOutput<typeof movement>;
export const movementPage = page(movement);

const bucket = v.picklist(['hold', 'rolling']);
export const holds = v.object({
  before: v.string(),
  days: v.array(
    v.object({
      ...{ day: v.string(), bucket, currency: v.string() },
      ...{ payins: v.number(), amount: v.string() },
    }),
  ),
  later: v.array(v.object({ bucket, currency: v.string(), amount: v.string() })),
});
export type HoldsDue = v.InferOutput<typeof holds>['days'][number];

const finding = v.object({
  rule: v.string(),
  subject: v.string(),
  order_id: v.optional(v.string()),
  expected: v.string(),
  found: v.string(),
});
export const status = v.object({
  last: v.nullable(
    v.object({
      at: v.string(),
      ok: v.boolean(),
      movements: v.number(),
      findings: v.array(finding),
    }),
  ),
  due_at: orNull,
});
