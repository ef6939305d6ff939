import { ownValue } from '#domain/own-value.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import { z } from 'zod';
import type { AcquirerAmount } from '#domain/dispute/money.ts';
import type { DisputeNotice } from '../port.ts';

const named = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(undefined);

/** A charge, expanded or by its id. */
const disputedCharge = z
  .union([
    z.string().transform((id) => ({ id, payment_intent: undefined })),
    z.object({ id: z.string(), payment_intent: named }),
  ])
  .nullish()
  .catch(undefined);

/** The members read from a dispute's event. Others may be missing or change. */
const disputeEvent = z.object({
  id: z.string().optional().catch(undefined),
  type: z.string().startsWith('charge.dispute.'),
  created: z.int().optional().catch(undefined),
  data: z.object({
    object: z.object({
      id: z.string().min(1),
      object: z.literal('dispute').optional(),
      status: z.string(),
      amount: z.int().optional().catch(undefined),
      currency: z.string().optional().catch(undefined),
      payment_intent: named,
      charge: disputedCharge,
      balance_transactions: z
        .array(z.object({ amount: z.int(), currency: z.string() }))
        .optional()
        .catch(undefined),
      reason: z.string().optional().catch(undefined),
      network_reason_code: z.string().nullish().catch(undefined),
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
  charge_refunded: 'refunded',
  lost: 'lost',
  won: 'won',
};

/** Returns undefined if the event is not about a dispute, or if the dispute's status is unknown. */
export function disputeIn(event: unknown): DisputeNotice | undefined {
  const parsed = disputeEvent.safeParse(event);
  if (!parsed.success) return undefined;
  const { id, type, created, data } = parsed.data;
  const { object: dispute } = data;
  const { charge, evidence_details: evidence, payment_method_details: method } = dispute;
  const step = ownValue(STEPS, dispute.status);
  if (step === undefined) return undefined;
  const reference = dispute.payment_intent ?? charge?.payment_intent ?? charge?.id;
  return {
    kind: 'dispute',
    about: reference ? { reference } : undefined,
    reference: dispute.id,
    id: [id ?? dispute.id, type, dispute.status].join(' '),
    event: type,
    step,
    disputed: amountIn(dispute),
    // Only what Stripe took for a lost dispute is final: until then, the disputed amount counts.
    ...(step === 'lost' && { movements: movementsIn(dispute.balance_transactions) }),
    reasonCode: method?.card?.network_reason_code ?? dispute.network_reason_code ?? dispute.reason,
    answerBy: timeOf(evidence?.due_by),
    reportedAt: timeOf(created),
    detail: [dispute.reason, dispute.status].filter((part) => part !== undefined).join(', '),
  };
}

function amountIn({
  amount,
  currency,
}: {
  amount?: number | undefined;
  currency?: string | undefined;
}): AcquirerAmount | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  return { amountMinor: BigInt(amount), currency: currency.toUpperCase() };
}

function movementsIn(
  transactions: readonly { amount: number; currency: string }[] = [],
): AcquirerAmount[] {
  return transactions.map(({ amount, currency }) => ({
    amountMinor: BigInt(amount),
    currency: currency.toUpperCase(),
  }));
}

/** Converts a Unix time; Stripe may send zero for none. */
function timeOf(seconds: number | null | undefined): Date | undefined {
  return seconds ? new Date(seconds * 1_000) : undefined;
}
