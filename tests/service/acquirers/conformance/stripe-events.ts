/** Stripe's events other than the outcome of a payment. */
import type { Intent, Refund } from '../../../support/acquirers/stripe/stripe-stand-in.ts';

/** Returns such events as in Stripe's API reference: only the charge has its intent's metadata. */
export function noticesOf({ id: intent, metadata, amount, currency }: Intent): object[] {
  const about = { payment_intent: intent, charge: `ch_${intent}` };
  const money = { amount, currency };
  const objects = {
    'charge.dispute.created': { object: 'dispute', ...about, ...money, reason: 'fraudulent' },
    'charge.expired': { object: 'charge', payment_intent: intent, metadata, ...money },
    'refund.created': { object: 'refund', ...about, ...money, status: 'succeeded', metadata: {} },
    'refund.failed': { object: 'refund', ...about, ...money, status: 'failed', metadata: {} },
    'radar.early_fraud_warning.created': {
      object: 'radar.early_fraud_warning',
      ...about,
      fraud_type: 'unauthorized_use_of_card',
    },
    'an.event.that.is.new': { object: 'novelty', payment_intent: { id: intent } },
  };
  return Object.entries(objects).map(([type, object]) => ({
    id: `evt_${type}_${intent}`,
    object: 'event',
    type,
    data: { object },
  }));
}

/** Returns the event about a change of a refund, as in Stripe's API reference. */
export function refundEventOf(object: Refund): object {
  return { id: `evt_${object.id}`, object: 'event', type: 'refund.updated', data: { object } };
}

/** Returns dispute events as in Stripe's API reference: a dispute names only its payment's intent and charge. */
export function disputeEventsOf({ id: intent, amount, currency }: Intent): object[] {
  const dispute = {
    id: `du_${intent}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: `ch_${intent}`,
    currency,
    evidence_details: { due_by: 1_900_000_000, has_evidence: false, past_due: false },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: { card: { brand: 'visa', network_reason_code: '10.4' }, type: 'card' },
    reason: 'fraudulent',
  };
  return [
    ['charge.dispute.created', 'needs_response'],
    ['charge.dispute.funds_withdrawn', 'needs_response'],
    ['charge.dispute.updated', 'under_review'],
    ['charge.dispute.closed', 'won'],
    ['charge.dispute.funds_reinstated', 'won'],
    ['charge.dispute.closed', 'lost'],
  ].map(([type, status], index) => ({
    id: `evt_${index}_${intent}`,
    object: 'event',
    created: 1_700_000_000 + index,
    type,
    data: { object: { ...dispute, status } },
  }));
}
