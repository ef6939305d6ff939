import * as v from 'valibot';

/** A file that was matched, as the interface lists it. */
export const reconciliation = v.object({
  id: v.string(),
  terminal: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  created_at: v.string(),
});
export type Reconciliation = v.InferOutput<typeof reconciliation>;

const line = v.object({
  line: v.number(),
  verdict: v.picklist(['different', 'missing_here', 'unknown']),
  reference: v.string(),
  amount: v.string(),
  currency: v.string(),
  order_id: v.nullable(v.string()),
  order_amount: v.nullable(v.string()),
  order_currency: v.nullable(v.string()),
});
export type FoundLine = v.InferOutput<typeof line>;

const missing = v.object({
  order_id: v.string(),
  attempt_id: v.string(),
  provider_reference: v.nullable(v.string()),
  amount: v.string(),
  currency: v.string(),
  created_at: v.string(),
});
export type MissingThere = v.InferOutput<typeof missing>;

/** What a file says beside what is known: counts, and the first of each kind of finding. */
export const findings = v.object({
  ...reconciliation.entries,
  matched: v.number(),
  different: v.number(),
  missing_here: v.number(),
  missing_there: v.number(),
  /** Lines that no cell knows of those that answer. */
  unknown: v.number(),
  missing_cells: v.optional(v.array(v.number()), []),
  lines: v.array(line),
  missing: v.array(missing),
});
export type Findings = v.InferOutput<typeof findings>;

/** How many of each are answered at once. */
export const FINDINGS_AT_ONCE = 200;
