import { ownValue } from '#domain/own-value.ts';
import type { DisputeStep } from '#domain/order/dispute-status.ts';
import { z } from 'zod';
import type { DisputeNotice } from '../port.ts';

const named = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(undefined);

/** The members read from a dispute's event. Others may be missing or change. */
const disputeEvent = z.object({
  id: z.string(),
  type: z.string().startsWith('charge.dispute.'),
  created: z.int().optional().catch(undefined),
  data: z.object({
    object: z.object({
      id: z.string().min(1),
      object: z.literal('dispute'),
      status: z.string(),
      amount: z.int().optional().catch(undefined),
      currency: z.string().optional().catch(undefined),
      payment_intent: named,
      reason: z.string().optional().catch(undefined),
      evidence_details: z.object({ due_by: z.int().nullish() }).optional().catch(undefined),
      payment_method_details: z
        .object({ card: z.object({ network_reason_code: z.string().nullish() }).optional() })
        .optional()
        .catch(undefined),
    }),
  }),
});

/**
 * The meaning of each dispute status, as described in the types of the package `stripe`. An appeal starts after a
 * dispute was lost and changes nothing until it is won, so it is only added to the history.
 */
const STEPS: Readonly<Record<string, DisputeStep>> = {
  warning_needs_response: 'inquiry_opened',
  warning_under_review: 'inquiry_answered',
  warning_closed: 'inquiry_closed',
  prevented: 'inquiry_closed',
  needs_response: 'charged_back',
  under_review: 'answered',
  appeal_needs_response: 'commented',
  appeal_under_review: 'commented',
  lost: 'lost',
  won: 'won',
};

/** Returns undefined if the event is not about a dispute, or if the dispute's status is unknown. */
export function disputeIn(event: unknown): DisputeNotice | undefined {
  const parsed = disputeEvent.safeParse(event);
  if (!parsed.success) return undefined;
  const { id, type, created, data } = parsed.data;
  const { object: dispute } = data;
  const { payment_intent: reference, amount, currency, evidence_details: evidence } = dispute;
  const step = ownValue(STEPS, dispute.status);
  if (step === undefined) return undefined;
  const network = dispute.payment_method_details?.card?.network_reason_code;
  return {
    kind: 'dispute',
    about: reference ? { reference } : undefined,
    reference: dispute.id,
    id,
    event: type,
    step,
    disputed:
      amount === undefined || currency === undefined
        ? undefined
        : { amountMinor: BigInt(amount), currency: currency.toUpperCase() },
    reasonCode: network ?? dispute.reason,
    answerBy: timeOf(evidence?.due_by),
    reportedAt: timeOf(created),
    detail: [dispute.reason, dispute.status].filter((part) => part !== undefined).join(', '),
  };
}

/** Converts a Unix time; Stripe may send zero for none. */
function timeOf(seconds: number | null | undefined): Date | undefined {
  return seconds ? new Date(seconds * 1_000) : undefined;
}
