import { findCardNumber } from '#domain/card/find-number.ts';
import { isFinal } from '#domain/order/status.ts';
import { z } from 'zod';
import { commentPayin, internalComment } from '../../payins/comment-payin.ts';
import { cancelPayin, type CancelPayinResult } from '../../payins/cancel-payin.ts';
import {
  changes,
  doneAnswer,
  DONE,
  foundOr,
  NOT_FOUND,
  refusal,
  type OperatorAnswer,
  type OperatorCommands,
} from '../command.ts';
import { failByHand } from '../fail-order.ts';
import { compared } from '../recording-changes.ts';
import { orderStatus } from '../snapshots.ts';

const MAX_COMMENT = 255;
const comment = z
  .literal('none')
  .transform(() => null)
  .or(
    z
      .string()
      .min(1)
      .max(MAX_COMMENT, { abort: true })
      .refine((text) => findCardNumber(text) === undefined, 'must hold no card number'),
  );

/** Orders that stand in somebody's way, and what is said of them. */
export const ORDER_COMMANDS: OperatorCommands = {
  'payins cancel': changes(
    'Close a payin that still awaits its payer.',
    { order: z.uuid() },
    async ({ order }, context) =>
      compared(
        `order ${order}`,
        () => orderStatus(context.db, order),
        async () => cancelAnswer(await cancelPayin(context, order)),
      ),
    doneAnswer,
  ),
  'payins comment': changes(
    'Comment on a payin, in the place of an earlier comment; "none" takes it away.',
    { order: z.uuid(), text: comment },
    async ({ order, text }, context) =>
      compared(
        `order ${order}`,
        () => internalComment(context.db, order),
        async () => foundOr(await commentPayin(context.db, order, text)),
      ),
    doneAnswer,
  ),
  'orders fail': changes(
    'Fail a payin or payout that is not final; a reserve becomes available again.',
    { order: z.uuid() },
    async ({ order }, context) =>
      compared(
        `order ${order}`,
        () => orderStatus(context.db, order),
        async () => FAIL_ANSWERS[await failByHand(context, order)],
      ),
    doneAnswer,
  ),
};

const FAIL_ANSWERS = {
  failed: DONE,
  not_found: NOT_FOUND,
  final: refusal('The order is final.'),
} as const satisfies Record<Awaited<ReturnType<typeof failByHand>>, OperatorAnswer>;

function cancelAnswer(result: CancelPayinResult): OperatorAnswer {
  if (result.ok) return DONE;
  if (result.problem === 'not_found') return NOT_FOUND;
  const { status } = result;
  return refusal(
    isFinal(status)
      ? `The order is final: it is ${status}.`
      : `The order does not await its payer: it is ${status}.`,
  );
}
