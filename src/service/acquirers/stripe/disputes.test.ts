import { describe, expect, it } from 'vitest';
import { disputeIn } from './disputes.ts';

/** The dispute of docs.stripe.com/api/disputes/object, in the event that Stripe sends when a dispute opens. */
const PUBLISHED = {
  id: 'evt_1MtJUT2eZvKYlo2CNaw2HvEv',
  object: 'event',
  created: 1_680_651_737,
  type: 'charge.dispute.created',
  data: {
    object: {
      id: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
      object: 'dispute',
      amount: 1_000,
      balance_transactions: [],
      charge: 'ch_1AZtxr2eZvKYlo2CJDX8whov',
      created: 1_680_651_737,
      currency: 'usd',
      evidence: { access_activity_log: null, billing_address: null },
      evidence_details: {
        due_by: 1_682_294_399,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      is_charge_refundable: true,
      livemode: false,
      metadata: {},
      payment_intent: null as string | null,
      reason: 'general',
      status: 'warning_needs_response',
    },
  },
};

function event(changes: object, type = PUBLISHED.type) {
  return { ...PUBLISHED, type, data: { object: { ...PUBLISHED.data.object, ...changes } } };
}

describe('a dispute event from Stripe', () => {
  it('in the published form fills in every member of the case', () => {
    expect(disputeIn(event({ payment_intent: 'pi_1' }))).toEqual({
      kind: 'dispute',
      about: { reference: 'pi_1' },
      reference: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
      id: 'evt_1MtJUT2eZvKYlo2CNaw2HvEv charge.dispute.created warning_needs_response',
      event: 'charge.dispute.created',
      step: 'inquiry_opened',
      disputed: { amountMinor: 1_000n, currency: 'USD' },
      reasonCode: 'general',
      answerBy: new Date(1_682_294_399_000),
      reportedAt: new Date(1_680_651_737_000),
      detail: 'general, warning_needs_response',
    });
  });

  it('names its charge where the payment intent is null', () => {
    expect(disputeIn(PUBLISHED)?.about).toEqual({ reference: 'ch_1AZtxr2eZvKYlo2CJDX8whov' });
    const expanded = { charge: { id: 'ch_2', payment_intent: 'pi_2' } };
    expect(disputeIn(event(expanded))?.about).toEqual({ reference: 'pi_2' });
    const old = { charge: { id: 'ch_2', payment_intent: null } };
    expect(disputeIn(event(old))?.about).toEqual({ reference: 'ch_2' });
    expect(disputeIn(event({ charge: null }))?.about).toBeUndefined();
  });

  it('that was lost has what Stripe took and gave back', () => {
    const balance_transactions = [
      { id: 'txn_1', amount: -6_500, currency: 'gbp', fee: 1_500, net: -8_000 },
      { id: 'txn_2', amount: 50, currency: 'gbp', fee: 1, net: 50 },
    ];
    const lost = disputeIn(event({ status: 'lost', balance_transactions }));
    expect(lost?.movements).toEqual([
      { amountMinor: -6_500n, currency: 'GBP' },
      { amountMinor: 50n, currency: 'GBP' },
    ]);
    const open = disputeIn(event({ status: 'needs_response', balance_transactions }));
    expect(open?.movements).toBeUndefined();
    expect(
      disputeIn(event({ status: 'lost', balance_transactions: undefined }))?.movements,
    ).toEqual([]);
  });

  it('is another event with another type or status, though its id is the same', () => {
    const ids = [
      disputeIn(event({ status: 'needs_response' }))?.id,
      disputeIn(event({ status: 'lost' }))?.id,
      disputeIn(event({ status: 'lost' }, 'charge.dispute.closed'))?.id,
    ];
    expect(new Set(ids).size).toBe(3);
    const { id: _id, ...unnamed } = PUBLISHED;
    expect(disputeIn(unnamed)?.id).toContain('du_1MtJUT2eZvKYlo2CNaw2HvEv');
  });

  it.each<[string, string]>([
    ['warning_needs_response', 'inquiry_opened'],
    ['warning_under_review', 'inquiry_answered'],
    ['warning_closed', 'inquiry_closed'],
    ['prevented', 'inquiry_closed'],
    ['needs_response', 'charged_back'],
    ['under_review', 'answered'],
    ['charge_refunded', 'refunded'],
    ['lost', 'lost'],
    ['won', 'won'],
    ['appeal_needs_response', 'commented'],
  ])('with status %s reports the step %s', (status, step) => {
    expect(disputeIn(event({ status }))?.step).toBe(step);
  });

  it("has the scheme's reason code, and the id of an expanded payment intent", () => {
    const details = { card: { network_reason_code: '10.4' }, type: 'card' };
    const said = disputeIn(
      event({ payment_method_details: details, payment_intent: { id: 'pi_2' } }),
    );
    expect(said).toMatchObject({ reasonCode: '10.4', about: { reference: 'pi_2' } });
  });

  it('with an unknown status, or about something else, is not a dispute', () => {
    expect(disputeIn(event({ status: 'a state that is new' }))).toBeUndefined();
    expect(disputeIn(event({}, 'charge.updated'))).toBeUndefined();
  });
});
