import { z } from 'zod';
import { done, type Reached } from './operate.ts';
import type { RunningService } from './service.ts';

/** What issuing or rotating a key answers, as a client takes it. */
export const keyAnswer = z
  .object({ api_key_id: z.string(), api_secret: z.string() })
  .transform(({ api_key_id: apiKeyId, api_secret: apiSecret }) => ({ apiKeyId, apiSecret }));

/** A new key of a merchant, for its client. */
export async function issuedKey(reached: Reached, merchant: string, kind: 'live' | 'test') {
  return keyAnswer.parse(await done(reached, 'keys issue', { merchant, kind }));
}

/** Of `apply`: the ids of methods by the names of merchant, gate and method. */
export const appliedMethods = z.object({
  merchants: z.record(
    z.string(),
    z.object({
      gates: z.record(z.string(), z.object({ methods: z.record(z.string(), z.string()) })),
    }),
  ),
});

/** The items of a list, all of which fit a page. */
export function listed<Item>(items: z.ZodType<Item[]>, body: unknown): Item[] {
  return items.parse(z.strictObject({ items: z.unknown() }).parse(body).items);
}

const attention = z.array(
  z.object({
    id: z.uuid(),
    kind: z.string(),
    order_id: z.uuid().nullable(),
    attempt_id: z.uuid().nullable(),
    detail: z.string(),
  }),
);

/** What the operator is shown as in need of a person. */
export async function attentionOf(running: RunningService) {
  const { body } = await running.operator('attention list');
  return listed(attention, body);
}

/** As if a person had seen to all of it. @returns what it was */
export async function resolveAll(running: RunningService) {
  const matters = await attentionOf(running);
  for (const { id } of matters) await running.operator('attention resolve', { id });
  return matters;
}

const ledger = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ rule: z.string(), order_id: z.string().optional() })),
});

export async function ledgerFindings(running: RunningService) {
  const { body } = await running.operator('ledger check');
  return ledger.parse(body).findings;
}
