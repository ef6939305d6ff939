import { z } from 'zod';
import { DISPUTE_STATUSES, DISPUTE_STEPS, isDisputeStep } from '#domain/dispute/status.ts';
import { after, pageAfter, size } from './developer.ts';
import { currency, uuid } from './fields.ts';
import { CREATED_BETWEEN, isInOrder, notAfter, single } from './list.ts';
import { id, money, seconds } from './order.ts';

const EXAMPLE_ID = '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10';
const STEPS = Object.keys(DISPUTE_STEPS).filter(isDisputeStep);

const disputeEvent = z
  .object({
    event: z.string().meta({
      description:
        "The acquirer's own name of the event, like CHARGEBACK; `answered` where the operator recorded the answer.",
    }),
    step: z.enum(STEPS).meta({ description: 'The kind of event.' }),
    date: seconds("The acquirer's time of the event."),
    received_date: seconds('When the service received it: events can be late and out of order.'),
  })
  .meta({ id: 'DisputeEvent', description: 'An event of a dispute.' });

export const dispute = z
  .object({
    id: id("The dispute's id, from the service."),
    payin_id: id('The payin that is disputed; it stays SUCCESS.'),
    provider_reference: z
      .string()
      .meta({ description: "The acquirer's reference of the dispute." }),
    status: z.enum(DISPUTE_STATUSES).meta({
      description:
        'INQUIRY: a question of the issuer, no money is taken. OPEN: a chargeback that can be answered. UNDER_REVIEW: it was answered. ' +
        'WON and LOST: the result, until the issuer or the scheme reopens it. CLOSED: an inquiry without a chargeback, or the payment was refunded.',
    }),
    amount: money("The disputed amount, in the payin's currency."),
    unreserved_amount: money(
      'The part of it that is not debited, because refunds and other disputes leave less of the payin. Left out if it is zero.',
    ).optional(),
    fee: money('The fee of the dispute, returned if it is won.'),
    currency: currency.meta({ description: "The payin's currency." }),
    reason_code: z
      .string()
      .meta({ description: "The card scheme's code of the reason, or the acquirer's own." })
      .optional(),
    reason: z
      .string()
      .meta({ description: 'What the code means; left out where it is not known.' })
      .optional(),
    answer_by_date: seconds('Deadline to answer; left out if no answer is awaited.').optional(),
    create_date: seconds('When the service received its first event.'),
    update_date: seconds('When it last changed.'),
    history: z
      .array(disputeEvent)
      .meta({ description: 'Its events in the order received. Left out in lists.' })
      .optional(),
  })
  .meta({
    id: 'Dispute',
    description: 'A dispute of a payin. Members without a value are left out, never null.',
  });
export type Dispute = z.output<typeof dispute>;

/** Body of POST /api/merchant/v1/sandbox/disputes. */
export const triggerDisputeRequest = z
  .strictObject({
    payin_id: uuid.meta({
      description: 'The payin that is disputed, one of the merchant in status SUCCESS: a UUID.',
      example: EXAMPLE_ID,
    }),
    event: z.enum(['inquiry', 'open', 'win', 'lose']).default('open').meta({
      description: 'The event to trigger: an inquiry, a chargeback, or a result.',
      example: 'open',
    }),
  })
  .meta({ id: 'TriggerDisputeRequest', description: 'An event of a dispute in a sandbox.' });
export type TriggerDisputeRequest = z.output<typeof triggerDisputeRequest>;
export type TriggerDisputeBody = z.input<typeof triggerDisputeRequest>;

const MAX_DISPUTES = 100;

/** Query of the merchant's own disputes, newest first. */
export const listDisputesQuery = z
  .object({
    size: size(MAX_DISPUTES),
    after,
    payin_id: single(uuid).optional().meta({
      description: 'Only disputes of this payin: a UUID.',
      example: EXAMPLE_ID,
    }),
    ...CREATED_BETWEEN,
  })
  .refine(({ startDate, endDate }) => isInOrder(startDate, endDate), notAfter('startDate'));
export type ListDisputesQuery = z.output<typeof listDisputesQuery>;

export const disputePage = pageAfter(dispute);
