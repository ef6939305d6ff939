import { RESOLUTION_REASONS } from '#domain/order/reasons.ts';
import { RESOLUTION_CODES } from '#domain/order/resolution.ts';
import { z } from 'zod';
import { DONE, NOT_FOUND, doneAnswer, doneOr, foundOr, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { writtenText } from '../input.ts';
import { STAFF_ROLES } from '../roles.ts';
import { outcomeAnswer } from '../orders/outcome.ts';
import { SEARCH_INPUT, findOrders } from '../orders/search.ts';
import {
  orderTimeline,
  reasonAnswer,
  refusedBy,
  showOrder,
  shownReason,
} from '../orders/timeline.ts';
import { isFinal, ORDER_STATUSES } from '#domain/order/status.ts';
import { commentPayin, internalComment } from '../../payins/store/payins.ts';
import { type CancelPayinResult, cancelPayin } from '../../payins/cancel.ts';
import { failByHand } from '../fail-order.ts';
import { compared } from '../audit/append.ts';
import { orderStatus } from '../snapshots.ts';

const MAX_COMMENT = 255;

const comment = writtenText(MAX_COMMENT).nullable();

const searchAnswer = z.object({
  orders: z.array(
    z.object({
      id: z.uuid(),
      direction: z.enum(['payin', 'payout']),
      reference_id: z.string(),
      merchant_id: z.uuid(),
      merchant: z.string(),
      method: z.string().nullable(),
      terminal: z.string().nullable().describe('Null for callers with the role merchant.'),
      status: z.enum(ORDER_STATUSES),
      resolution_code: z.string().nullable(),
      refused_by: refusedBy,
      currency: z.string(),
      amount: z.string(),
      fee: z.string(),
      account: z
        .string()
        .nullable()
        .describe('A masked card number, or the destination of a payout.'),
      card_brand: z.string().nullable(),
      email: z.string().nullable(),
      created_at: z.iso.datetime(),
      ...outcomeAnswer.shape,
    }),
  ),
  next: z.string().optional(),
  looked_back_to: z.iso
    .datetime()
    .optional()
    .describe('Orders created before this time are on the next page.'),
});

/** Commands to find orders, show their timeline, explain codes, and cancel, comment on or fail orders. */
export const ORDER_COMMANDS = {
  'orders search': query({
    summary:
      'Find payins and payouts, newest first; to continue, pass the `next` of an answer to --after.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: SEARCH_INPUT,
    answer: searchAnswer,
    run: async (input, context, { actor }) => findOrders(context, input, actor.scope),
  }),
  'orders show': query({
    summary: 'Show the timeline of a payin or payout, and the reason for its status.',
    roles: STAFF_ROLES,
    owner: 'order',
    input: { order: z.uuid() },
    answer: orderTimeline,
    run: async ({ order }, context, { actor }) =>
      foundOr(await showOrder(context, order, actor.scope)),
  }),
  'orders explain': query({
    summary: 'Explain a resolution code.',
    roles: STAFF_ROLES,
    owner: 'nobody',
    input: { code: z.enum(RESOLUTION_CODES) },
    answer: z.object({
      code: z.enum(RESOLUTION_CODES),
      why: z.string(),
      ...reasonAnswer.omit({ explanation: true }).shape,
    }),
    run: async ({ code }) => {
      const { explanation: why, ...words } = shownReason(RESOLUTION_REASONS[code]);
      return Promise.resolve({ ok: true, result: { code, why, ...words } });
    },
  }),
  'payins cancel': change({
    summary: 'Cancel a payin that still awaits its payer.',
    roles: ['support', 'admin'],
    isHeldInQuiet: true,
    input: { order: z.uuid() },
    answer: doneAnswer,
    run: async ({ order }, context) =>
      compared(
        `order ${order}`,
        () => orderStatus(context.db, order),
        async () => cancelAnswer(await cancelPayin(context, order, 'operator')),
      ),
  }),
  'payins comment': change({
    summary: 'Set the comment on a payin; this replaces an earlier comment.',
    roles: ['support', 'admin'],
    input: { order: z.uuid(), text: comment },
    answer: doneAnswer,
    run: async ({ order, text }, context) =>
      compared(
        `order ${order}`,
        () => internalComment(context.db, order),
        async () => doneOr(await commentPayin(context.db, order, text)),
      ),
  }),
  'orders fail': change({
    summary:
      'Fail a payin or payout that is not final yet; money reserved for it becomes available again.',
    roles: ['finance', 'admin'],
    isHeldInQuiet: true,
    input: { order: z.uuid() },
    answer: doneAnswer,
    run: async ({ order }, context) =>
      compared(
        `order ${order}`,
        () => orderStatus(context.db, order),
        async () => FAIL_ANSWERS[await failByHand(context, order)],
      ),
  }),
} satisfies OperatorCommands;

const FAIL_ANSWERS = {
  failed: DONE,
  not_found: NOT_FOUND,
  final: refusal('The order is final.'),
} as const satisfies Record<Awaited<ReturnType<typeof failByHand>>, object>;

function cancelAnswer(result: CancelPayinResult) {
  if (result.ok) return DONE;
  if (result.problem === 'not_found') return NOT_FOUND;
  const { status } = result.payin;
  return refusal(
    isFinal(status)
      ? `The order is final: it is ${status}.`
      : `Only a payin that awaits its payer can be cancelled; this one is ${status}.`,
  );
}
