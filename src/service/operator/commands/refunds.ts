import { COMMENT_LENGTH } from '#contract/patterns.ts';
import { words } from '#contract/schemas/fields.ts';
import { REFUND_STATUSES, refundReference } from '#contract/schemas/refund.ts';
import { formatMinor, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import { unbatched } from '../../platform/database/batch.ts';
import type { RefundRow } from '../../platform/database/tables/refunds.ts';
import { takeRefund } from '../../refunds/take.ts';
import { createRefund, type MakingRunner } from '../../refunds/create.ts';
import { recordingChanges } from '../audit/append.ts';
import { type Call, type OperatorAnswer, foundOr, NOT_FOUND, refusal } from '../answer.ts';
import { change, changeAndCall, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { amount, instant } from '../input.ts';
import { list } from '../lists.ts';
import { merchant, withMerchantOrAll } from '../named.ts';
import { refundItem, selectShownRefunds, shownRefund, showRefund } from '../refund-views.ts';

const comment = words('Shown to the merchant with the refund.', COMMENT_LENGTH);

/** Commands to create a refund for a merchant, to debit one that was made after its end, and to show and list refunds. */
export const REFUND_COMMANDS = {
  'refunds create': changeAndCall({
    summary: "Refund a payin in full or in part from its gate's balance.",
    roles: ['finance', 'admin'],
    owner: 'order',
    isHeldInQuiet: true,
    input: {
      order: z.uuid(),
      amount: amount.optional().describe('By default all that can still be refunded.'),
      comment: comment.optional(),
      reference: refundReference
        .optional()
        .describe(
          "The merchant's reference for the refund; a repeated reference returns the same refund.",
        ),
    },
    answer: shownRefund,
    run: createForMerchant,
  }),
  'refunds take': change({
    summary:
      'Debit a merchant for a refund that the acquirer made after it had failed, below zero if need be.',
    roles: ['finance', 'admin'],
    input: { refund: z.uuid() },
    answer: shownRefund,
    run: async ({ refund: id }, context) => {
      const taken = await takeRefund(context, id);
      if (!taken.ok) return taken.problem === 'not_found' ? NOT_FOUND : CANNOT_TAKE[taken.problem];
      const { currency, cost_minor: costMinor, taken_at: takenAt } = taken.value;
      const changed = {
        subject: `order ${taken.value.payin_id}`,
        after: { refund: id, taken_at: takenAt, currency, cost: formatMinor(costMinor) },
      };
      return { ...foundOr(await findShown(context, id, false)), changed };
    },
  }),
  'refunds show': query({
    summary: 'Show a refund: its cost, its terminal and its progress.',
    roles: STAFF_ROLES,
    owner: 'refund',
    input: { refund: z.uuid() },
    answer: shownRefund,
    run: async ({ refund }, context, { actor }) =>
      foundOr(await findShown(context, refund, actor.scope !== undefined)),
  }),
  'refunds list': list({
    summary: 'List refunds, newest first.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: {
      merchant: merchant.optional(),
      order: z.uuid().optional(),
      status: z.enum(REFUND_STATUSES).optional(),
      from: instant.optional(),
      to: instant.optional(),
    },
    item: refundItem,
    key: z.uuid(),
    select: ({ merchant: reference, order: payinId, ...filter }, context, page) =>
      withMerchantOrAll(context, reference, async (merchantId) =>
        (await selectShownRefunds(context.db, { merchantId, payinId, ...filter }, page)).map(
          withoutAcquirer,
        ),
      ),
    keyOf: ({ id }) => id,
  }),
} satisfies OperatorCommands;

/** The list, which merchants see too, leaves out what concerns the acquirer. */
function withoutAcquirer(row: Parameters<typeof showRefund>[0]) {
  const { terminal: _terminal, provider_reference: _reference, ...item } = showRefund(row);
  return item;
}

const CANNOT_TAKE = {
  not_made_after_end: refusal(
    'The acquirer has not reported that it made this refund after it had failed, or its money came back.',
  ),
  taken_before: refusal('The merchant was debited for this refund before.'),
};

interface RefundInput {
  order: string;
  amount?: string | undefined;
  comment?: string | undefined;
  reference?: string | undefined;
}

/**
 * Creates a refund for the payin's merchant. An amount that exceeds the rest of the payin is refused; a rule that fails
 * later creates a refund that is FAILED.
 */
async function createForMerchant(
  { order: payinId, amount: amountText, comment: said, reference }: RefundInput,
  context: ServiceContext,
  call: Call,
): Promise<OperatorAnswer<Awaited<ReturnType<typeof findShown>> & object>> {
  const { db } = context;
  const payin = await db
    .selectFrom('payins')
    .select('merchant_id as merchantId')
    .where('id', '=', payinId)
    .executeTakeFirst();
  if (payin === undefined) return NOT_FOUND;
  const { merchantId } = payin;
  const amountMinor = amountText === undefined ? undefined : parseAmount(amountText);
  const creation = await createRefund(
    context,
    { merchantId },
    {
      payin_id: payinId,
      reference_id: reference ?? context.newId(),
      amount: amountMinor,
      comment: said,
    },
    recordingIn(context, call, payinId),
  );
  if (creation.ok) {
    const isForMerchant = call.actor.scope !== undefined;
    return foundOr(await findShown(context, creation.value.order.id, isForMerchant));
  }
  const { problem } = creation;
  if (problem.code === 'no_such_payin') return NOT_FOUND;
  if (problem.code === 'stale_settings') return refusal(KEEPS_CHANGING);
  return refusal(problem.code === 'not_refundable' ? problem.detail : TAKEN);
}

const TAKEN = 'A different refund has this reference: use another --reference-id.';
const KEEPS_CHANGING = 'The payin or its gate kept changing: try again.';

/** Records the refund and its audit row in one transaction. */
function recordingIn(context: ServiceContext, call: Call, payinId: string): MakingRunner {
  return async (make) => {
    const recorded = await recordingChanges(context, call, async ({ db }) => {
      const made = await make({ db, batches: unbatched(db) });
      const changed = made.ok
        ? { subject: `order ${payinId}`, after: auditOf(made.value.refund) }
        : undefined;
      return { ok: true as const, result: made, changed };
    });
    return recorded.result;
  };
}

/** Returns what the audit records: the comment is left out, because it may contain personal data. */
function auditOf({ id, reference_id, status, currency, amount_minor: minor }: RefundRow) {
  return { refund: id, reference_id, status, currency, amount: formatMinor(minor) };
}

async function findShown({ db }: ServiceContext, id: string, isForMerchant: boolean) {
  const [found] = await selectShownRefunds(db, { id }, { after: undefined, limit: 1 });
  if (found === undefined) return undefined;
  const refund = showRefund(found);
  return isForMerchant ? { ...refund, terminal: null, provider_reference: null } : refund;
}
