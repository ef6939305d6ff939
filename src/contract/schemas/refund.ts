import { z } from 'zod';
import { REFERENCE_ID, REFUND_REFERENCE_LENGTH } from '../patterns.ts';
import { after, pageAfter, size } from './developer.ts';
import { amount, comment, currency, resolution, resolutionCode, text, uuid } from './fields.ts';
import { CREATED_BETWEEN, notAfter, isInOrder, single } from './list.ts';
import { CHANGED, CREATED, id, money, resolutionMessage, seconds } from './order.ts';

const EXAMPLE_ID = '6f2b8f0e-3d5a-4c1e-9a57-0d8c2b4e7a10';

/** Not empty, unlike an order's: the specification does not have refunds. */
export const refundReference = text(REFUND_REFERENCE_LENGTH, REFERENCE_ID);

/** Body of POST /api/merchant/v1/refunds. */
export const createRefundRequest = z
  .strictObject({
    payin_id: uuid.meta({
      description: 'The payin to refund, one of the merchant in status SUCCESS: its id, a UUID.',
      example: EXAMPLE_ID,
    }),
    reference_id: refundReference.meta({
      description:
        "The merchant's reference for the refund, unique forever among its refunds; a new UUID works well. Not empty.",
    }),
    amount: amount
      .meta({
        description:
          "The amount to refund, in major units of the payin's currency: at most, and by default, the amount that can still be refunded.",
      })
      .optional(),
    comment: comment("The merchant's comment on the refund, shown with it.").optional(),
  })
  .meta({ id: 'CreateRefundRequest', description: 'A refund of a payin, in full or in part.' });
export type CreateRefundRequest = z.output<typeof createRefundRequest>;
/** The body as sent, where the amount is a JSON number of major units. */
export type CreateRefundBody = Omit<z.input<typeof createRefundRequest>, 'amount'> & {
  amount?: number;
};

export const REFUND_STATUSES = [
  'CREATED',
  'IN_PROGRESS',
  'PROCESS_PENDING',
  'SUCCESS',
  'FAILED',
] as const;

export const refund = z
  .object({
    id: id("The refund's id, from the service."),
    payin_id: id('The payin that is refunded.'),
    reference_id: z
      .string()
      .meta({ description: "The merchant's reference for the refund, from the create request." }),
    status: z.enum(REFUND_STATUSES).meta({
      description: 'The status of the refund; SUCCESS and FAILED are final.',
    }),
    resolution: resolution
      .meta({
        description:
          'The result: OK, SYSTEM_ERROR (a rule of the service) or PROVIDER_ERROR (a refusal by the acquirer). Left out while the refund is open.',
      })
      .optional(),
    resolution_code: resolutionCode
      .meta({
        description: 'Why it did not succeed. Left out if it is open or succeeded.',
      })
      .optional(),
    resolution_message: resolutionMessage.optional(),
    provider_error_message: z
      .string()
      .meta({ description: 'What the acquirer said where it refused, in its own words.' })
      .optional(),
    amount: money("The refunded part of the payin's amount."),
    currency: currency.meta({ description: "The payin's currency." }),
    create_date: seconds(CREATED),
    update_date: seconds(CHANGED),
    comment: z.string().meta({ description: 'From the create request.' }).optional(),
  })
  .meta({
    id: 'Refund',
    description:
      'A refund of a payin, which stays SUCCESS. Members without a value are left out, never null.',
  });
export type Refund = z.output<typeof refund>;

const MAX_REFUNDS = 100;

/** Query of the merchant's own refunds, newest first. */
export const listRefundsQuery = z
  .object({
    size: size(MAX_REFUNDS),
    after,
    payin_id: single(uuid).optional().meta({
      description: 'Only refunds of this payin: a UUID.',
      example: EXAMPLE_ID,
    }),
    ...CREATED_BETWEEN,
  })
  .refine(({ startDate, endDate }) => isInOrder(startDate, endDate), notAfter('startDate'));
export type ListRefundsQuery = z.output<typeof listRefundsQuery>;

export const refundPage = pageAfter(refund);
