import { ownValue } from '#domain/own-value.ts';
import type { DisputeStep } from '#domain/dispute/status.ts';
import { z } from 'zod';

/** A webhook's details of a dispute. All members are strings, as always in additionalData. */
const details = z.object({
  disputeStatus: z.string().optional().catch(undefined),
  chargebackReasonCode: z.string().optional().catch(undefined),
  rfiReasonCode: z.string().optional().catch(undefined),
  defensePeriodEndsAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
});

interface DisputeWords {
  step: DisputeStep;
  reasonCode: string | undefined;
  answerBy: Date | undefined;
  toCheck: string | undefined;
}

/**
 * The meaning of each dispute webhook and `disputeStatus`; `''` is for a missing or any other status. The events are
 * those of Adyen's OpenAPI file for Webhooks v1. The statuses' meanings are our reading of Adyen's documentation,
 * which has more statuses for some events, and none for payments in Brazil.
 *
 * Adyen signs the event but not the status, so a status only tells an open dispute from an answered one.
 */
const STEPS: Readonly<Record<string, DisputeStep | Readonly<Record<string, DisputeStep>>>> = {
  REQUEST_FOR_INFORMATION: {
    Responded: 'inquiry_answered',
    '': 'inquiry_opened',
  },
  NOTIFICATION_OF_CHARGEBACK: {
    Pending: 'answered',
    Responded: 'answered',
    '': 'announced',
  },
  CHARGEBACK: {
    Pending: 'answered',
    Responded: 'answered',
    '': 'charged_back',
  },
  INFORMATION_SUPPLIED: 'evidence_supplied',
  ISSUER_COMMENTS: 'commented',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'lost',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'won',
  // Not final according to Adyen: a second chargeback may follow.
  CHARGEBACK_REVERSED: 'won',
  SECOND_CHARGEBACK: 'charged_back_again',
  PREARBITRATION_OPEN: 'arbitration_opened',
  PREARBITRATION_DECLINED: 'arbitration_answered',
  SCHEME_ARBITRATION: 'arbitration_answered',
  PREARBITRATION_ACCEPTED: 'arbitration_lost',
  PREARBITRATION_LOST: 'arbitration_lost',
  SCHEME_ARBITRATION_LOST: 'arbitration_lost',
  PREARBITRATION_ISSUER_WITHDRAWN: 'arbitration_won',
  PREARBITRATION_WON: 'arbitration_won',
  SCHEME_ARBITRATION_WON: 'arbitration_won',
};

/** Statuses of a dispute that has ended, which an opening event does not prove. */
const ENDS: ReadonlySet<string> = new Set(['Accepted', 'Expired', 'Lost', 'Won']);

/** Returns undefined if the event is not about a dispute. */
export function disputeIn(eventCode: string, additionalData: unknown): DisputeWords | undefined {
  const means = ownValue(STEPS, eventCode);
  if (means === undefined) return undefined;
  const data = details.safeParse(additionalData).data ?? {};
  const { disputeStatus = '', rfiReasonCode, chargebackReasonCode, defensePeriodEndsAt } = data;
  const step = typeof means === 'string' ? means : (ownValue(means, disputeStatus) ?? means['']);
  if (step === undefined) return undefined;
  // INFORMATION_SUPPLIED is sent for inquiries as well as for chargebacks.
  const isOfInquiry = rfiReasonCode !== undefined && chargebackReasonCode === undefined;
  const claimsEnd = typeof means === 'object' && ENDS.has(disputeStatus);
  return {
    step: step === 'evidence_supplied' && isOfInquiry ? 'inquiry_answered' : step,
    reasonCode: (chargebackReasonCode ?? rfiReasonCode)?.trim(),
    answerBy: defensePeriodEndsAt === undefined ? undefined : new Date(defensePeriodEndsAt),
    toCheck: claimsEnd
      ? `it says that the dispute is ${disputeStatus}, which is not signed. Check it in the Customer Area, and record the result.`
      : undefined,
  };
}
