import { createContext } from 'svelte';
import * as v from 'valibot';
import type { Query } from '#console/api/query.svelte.ts';

const text = v.nullable(v.string());

/** A merchant as `merchants show` answers it. */
export const merchant = v.object({
  id: v.string(),
  name: v.string(),
  logo_url: text,
  accent: text,
  support_url: text,
  operator_name: text,
  terms_url: text,
  privacy_url: text,
  payin_webhook_url: text,
  payout_webhook_url: text,
  webhook_payload: v.string(),
});
export type Merchant = v.InferOutput<typeof merchant>;

export const listedMerchant = v.object({
  id: v.string(),
  name: v.string(),
  created_at: v.string(),
});
export type ListedMerchant = v.InferOutput<typeof listedMerchant>;

/** The merchant whose views are shown: all of them have its name above them. */
export const [shownMerchant, setShownMerchant] = createContext<Query<Merchant>>();

/** What makes something answers its id. */
export function madeId(answer: unknown): string {
  return v.parse(v.object({ id: v.string() }), answer).id;
}
