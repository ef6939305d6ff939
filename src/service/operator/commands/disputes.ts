import { DISPUTE_LEVELS, DISPUTE_SCHEMES } from '#domain/dispute/ratio.ts';
import { answerStep, DISPUTE_ENDS, DISPUTE_STATUSES, endingStep } from '#domain/dispute/status.ts';
import { z } from 'zod';
import { formatMinor, parseAmount, type Currency } from '#domain/money.ts';
import { readDisputeRatios } from '../../disputes/ratio.ts';
import { recordByOperator } from '../../disputes/record.ts';
import { selectByDeadline, selectDispute, selectNotices } from '../../disputes/store.ts';
import type { DisputeRow } from '../../platform/database/tables/disputes.ts';
import { DONE, doneAnswer, foundOr, NOT_FOUND, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { evidencePage, gatherEvidence } from '../disputes/evidence.ts';
import { shownRatios, noticeForMerchant, shownDispute, shownNotice } from '../disputes/show.ts';
import { amount, trueOrFalse, writtenText } from '../input.ts';
import { list } from '../lists.ts';
import { merchant, withMerchantOrAll } from '../named.ts';

const text = z.string();
const instant = z.iso.datetime();

const disputeItem = z.object({
  id: z.uuid(),
  payin_id: z.uuid(),
  merchant_id: z.uuid(),
  reference: text.describe("The acquirer's reference."),
  status: z.enum(DISPUTE_STATUSES),
  money: text.describe('State of its amount and fee: untouched, reserved or lost.'),
  amount: text,
  unreserved_amount: text.describe(
    'The part of it that is not debited, because refunds and other disputes leave less of the payin.',
  ),
  fee: text,
  currency: text,
  reason_code: text.nullable(),
  reason: text.nullable().describe('Meaning of the code, if known.'),
  answer_by: instant.nullable().describe('Null if no answer is awaited.'),
  charged_back_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
});

const history = z.array(
  z.object({
    event: text,
    step: text,
    detail: text.nullable(),
    actor: text.nullable().describe('Who recorded it; null if the acquirer reported it.'),
    said_at: instant,
    received_at: instant,
  }),
);

const month = z.string().describe('Like 2026-03, in UTC.');
const ofMonth = z.object({
  disputes: z.int().describe('Chargebacks in the month, for payments of any date.'),
  payments: z
    .int()
    .describe('Card payments credited in the month; for Mastercard, in the month before.'),
  ratio: z.number().nullable().describe('0.015 is 1.5 %; null without payments.'),
  limit: z
    .number()
    .nullable()
    .describe('The limit for this ratio, from `limits show`; null for other schemes.'),
  level: z
    .enum(DISPUTE_LEVELS)
    .describe(
      "above: at or over the limit. excessive: also at or over the scheme's minimum number of chargebacks. none: too few payments, or no limit.",
    ),
});
const ratios = z.object({
  this_month: month,
  last_month: month,
  ratios: z.array(
    z.object({
      merchant_id: z.uuid(),
      merchant: text,
      scheme: z.enum(DISPUTE_SCHEMES),
      this_month: ofMonth,
      last_month: ofMonth,
    }),
  ),
});

const MAX_NOTE = 255;
const note = writtenText(MAX_NOTE)
  .optional()
  .describe('A note for the history, such as what was submitted.');

/** Commands for disputes, their evidence and their outcome. */
export const DISPUTE_COMMANDS = {
  'disputes list': list({
    summary: 'List disputes that await an answer, by deadline; with --all, also the others.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: {
      merchant: merchant.optional(),
      payin: z.uuid().optional(),
      status: z.enum(DISPUTE_STATUSES).optional(),
      all: trueOrFalse.optional().describe('Include disputes that do not await an answer.'),
    },
    item: disputeItem.extend({ merchant: text }),
    key: z.uuid(),
    select: ({ merchant: reference, payin, status, all }, context, page) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const open = all !== true && status === undefined && payin === undefined;
        const filter = { merchantId, payinId: payin, status, open };
        const rows = await selectByDeadline(context.db, { ...filter, ...page });
        return rows.map((row) => ({ ...shownDispute(row), merchant: row.merchant }));
      }),
    keyOf: ({ id }) => id,
  }),
  'disputes show': query({
    summary: 'Show a dispute with its history.',
    roles: STAFF_ROLES,
    owner: 'dispute',
    input: { dispute: z.uuid() },
    answer: disputeItem.extend({ history }),
    run: async ({ dispute: id }, { db }, { actor: { scope } }) => {
      const dispute = await selectDispute(db, scope?.merchantId, id);
      if (dispute === undefined) return NOT_FOUND;
      const notices = await selectNotices(db, id);
      const shown = scope === undefined ? shownNotice : noticeForMerchant;
      return foundOr({ ...shownDispute(dispute), history: notices.map(shown) });
    },
  }),
  'disputes evidence': query({
    summary: 'Prepare the evidence for a dispute, as a page and as JSON; card numbers are masked.',
    roles: STAFF_ROLES,
    input: { dispute: z.uuid() },
    answer: z.object({
      name: text.describe('File name, without its extension.'),
      html: text,
      json: text,
    }),
    run: async ({ dispute: id }, context) => {
      const dispute = await selectDispute(context.db, undefined, id);
      const evidence = dispute && (await gatherEvidence(context, dispute));
      if (evidence === undefined) return NOT_FOUND;
      const html = evidencePage(evidence);
      return foundOr({ name: `dispute-${id}`, html, json: JSON.stringify(evidence, null, 2) });
    },
  }),
  'disputes ratio': query({
    summary:
      'Show the ratio of chargebacks to card payments by merchant and card scheme, this month and last; the 200 highest.',
    roles: STAFF_ROLES,
    input: { merchant: merchant.optional() },
    answer: ratios,
    run: async ({ merchant: reference }, context) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const now = context.now();
        const rows = await readDisputeRatios(context.db, { now, merchantId });
        return { ok: true, result: shownRatios(rows, now) };
      }),
  }),
  'disputes answered': change({
    summary: "Record that a dispute was answered on its acquirer's site.",
    roles: ['support', 'finance', 'admin'],
    input: { dispute: z.uuid(), note },
    answer: doneAnswer,
    run: async ({ dispute: id, note: noteText = null }, context, { actor }) => {
      const recorded = await recordByOperator(context, id, {
        actor: actor.name,
        note: noteText,
        event: 'answered',
        next: ({ step: at }) => {
          const step = answerStep(at);
          return step === undefined ? { refused: AWAITS_NONE } : { step };
        },
      });
      return changedDispute(id, noteText, recorded);
    },
  }),
  'disputes end': change({
    summary:
      'Record the result of a dispute if the acquirer does not report it; this moves its money.',
    roles: ['finance', 'admin'],
    input: {
      dispute: z.uuid(),
      outcome: z
        .enum(DISPUTE_ENDS)
        .describe('A chargeback is won or lost by the merchant; an inquiry is closed.'),
      note,
    },
    answer: doneAnswer,
    run: async ({ dispute: id, outcome, note: noteText = null }, context, { actor }) => {
      const recorded = await recordByOperator(context, id, {
        actor: actor.name,
        note: noteText,
        event: 'ended',
        next: ({ step: at }) => {
          const step = endingStep(at, outcome);
          if (step === 'has_ended') return { refused: HAS_ENDED };
          return step === 'impossible' ? { refused: ENDS_OTHERWISE } : { step };
        },
      });
      return changedDispute(id, noteText, recorded);
    },
  }),
  'disputes charge': change({
    summary:
      'Debit the merchant what a dispute has not reserved, because the acquirer did take it; below zero if need be.',
    roles: ['finance', 'admin'],
    input: {
      dispute: z.uuid(),
      amount: amount.describe("At most the dispute's unreserved amount."),
      note,
    },
    answer: doneAnswer,
    run: async ({ dispute: id, amount: amountText, note: noteText = null }, context, { actor }) => {
      const chargedMinor = parseAmount(amountText) ?? 0n;
      const recorded = await recordByOperator(context, id, {
        actor: actor.name,
        note: noteText,
        event: 'charged',
        next: ({ unreserved_minor: unreservedMinor, currency }) =>
          chargedMinor <= unreservedMinor
            ? { step: 'commented', chargedMinor }
            : { refused: aboveUnreserved(unreservedMinor, currency) },
      });
      return changedDispute(id, noteText, recorded);
    },
  }),
} satisfies OperatorCommands;

function aboveUnreserved(unreservedMinor: bigint, currency: Currency) {
  return unreservedMinor === 0n
    ? refusal('Nothing of the dispute is unreserved: there is nothing to charge.')
    : refusal(`Only ${formatMinor(unreservedMinor)} ${currency} of the dispute is unreserved.`);
}

const AWAITS_NONE = refusal('The dispute does not await an answer: it was answered, or has ended.');
const HAS_ENDED = refusal('The dispute has already ended.');
const ENDS_OTHERWISE = refusal('A chargeback is won or lost; an inquiry is closed.');

function changedDispute(
  id: string,
  noteText: string | null,
  recorded: Awaited<ReturnType<typeof recordByOperator<ReturnType<typeof refusal>>>>,
) {
  if ('refused' in recorded) {
    return recorded.refused === 'not_found' ? NOT_FOUND : recorded.refused;
  }
  const { before, dispute } = recorded;
  const changed = {
    subject: `dispute ${id}`,
    before: shownChange(before),
    after: { ...shownChange(dispute), note: noteText },
  };
  return { ...DONE, changed };
}

function shownChange({ status, unreserved_minor: unreserved }: DisputeRow) {
  return { status, unreserved_amount: formatMinor(unreserved) };
}
