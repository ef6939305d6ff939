import { z } from 'zod';
import { done, type Reached } from './operate.ts';
import type { RunningService } from './service.ts';

/** The answer to issuing or rotating a key, converted to the client's options. */
export const keyAnswer = z
  .object({ api_key_id: z.string(), api_secret: z.string() })
  .transform(({ api_key_id: apiKeyId, api_secret: apiSecret }) => ({ apiKeyId, apiSecret }));

/** Issues a merchant's API key. @returns the client's options */
export async function issuedKey(reached: Reached, merchant: string, kind: 'live' | 'test') {
  return keyAnswer.parse(await done(reached, 'keys issue', { merchant, kind }));
}

/** The part of the answer to `apply` with the ids of methods, by the names of merchant, gate and method. */
export const appliedMethods = z.object({
  merchants: z.record(
    z.string(),
    z.object({
      gates: z.record(z.string(), z.object({ methods: z.record(z.string(), z.string()) })),
    }),
  ),
});

/** Returns the items of a list that fits on one page. */
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

/** Returns the exception queue. */
export async function attentionOf(running: RunningService) {
  const { body } = await running.operator('attention list');
  return listed(attention, body);
}

/** Resolves everything in the exception queue. @returns the items resolved */
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
