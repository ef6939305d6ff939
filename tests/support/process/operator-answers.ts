import { z } from 'zod';
import type { RunningService } from './service.ts';

const attention = z.object({
  result: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      order_id: z.uuid(),
      attempt_id: z.uuid().nullable(),
      detail: z.string(),
    }),
  ),
});

/** What the operator is shown as in need of a person. */
export async function attentionOf(running: RunningService) {
  const { body } = await running.operator('attention');
  return attention.parse(body).result;
}

/** As if a person had seen to all of it. @returns what it was */
export async function resolveAll(running: RunningService) {
  const matters = await attentionOf(running);
  for (const { id } of matters) await running.operator('resolve-attention', { id });
  return matters;
}

const ledger = z.object({
  result: z.object({
    ok: z.boolean(),
    findings: z.array(z.object({ rule: z.string(), order_id: z.string().optional() })),
  }),
});

export async function ledgerFindings(running: RunningService) {
  const { body } = await running.operator('check-ledger');
  return ledger.parse(body).result.findings;
}
