import { CURRENCIES, formatMinor, parseAmount } from '#domain/money.ts';
import { z } from 'zod';
import {
  ADJUSTMENT_STATES,
  type AdjustmentRow,
  decideAdjustment,
  type DecideResult,
  expiryOf,
  findSameFees,
  requestAdjustment,
  selectAdjustment,
  selectAdjustments,
} from '../../ledger/adjustments.ts';
import { computeCorrection, type FeeCorrection } from '../../ledger/corrected-fees.ts';
import type { ServiceContext } from '../../platform/context.ts';
import {
  type Call,
  type ChangeAnswer,
  DONE,
  doneAnswer,
  invalidAt,
  isRefused,
  NOT_FOUND,
  refusal,
  type Refused,
} from '../answer.ts';
import { recordingChanges } from '../audit/append.ts';
import { change, changeAndCall, type OperatorCommands } from '../command.ts';
import { dayOrInstant, trueOrFalse, writtenText } from '../input.ts';
import { list } from '../lists.ts';
import { merchant, withMerchantOrAll } from '../named.ts';
import { selectMethodPlace } from '../place-queries.ts';
import { periodOf, wrongDays } from '../reports/period.ts';
import { STAFF_ROLES } from '../roles.ts';

const text = z.string();
const MAX_TEXT = 500;
const evidence = writtenText(MAX_TEXT).describe(
  'Where to look it up: a ticket, a contract, a statement.',
);

const percent = text
  .regex(/^\d{1,3}(\.\d{1,6})?$/, 'must be a percentage like 2.9')
  .refine((given) => Number(given) <= 100, 'must be at most 100')
  .describe('Percent of the amount, like 2.9.');

const item = z.object({
  id: z.uuid(),
  merchant_id: z.uuid(),
  merchant: text,
  gate_id: z.uuid(),
  gate: text,
  currency: z.enum(CURRENCIES),
  amount: text.describe('Positive credits the merchant.'),
  reason: text,
  evidence: text,
  method: text.nullable().describe('The method whose fees it corrects.'),
  state: z.enum(ADJUSTMENT_STATES),
  requested_by: text,
  requested_at: z.iso.datetime(),
  confirm_before: z.iso.datetime(),
  decided_by: text.nullable(),
  decided_at: z.iso.datetime().nullable(),
});

const requested = z.object({
  adjustment: z.uuid(),
  state: z.enum(ADJUSTMENT_STATES).describe('waiting: another person must confirm it.'),
  confirm_before: z.iso.datetime(),
});

/** Commands that credit or debit a merchant what it was charged wrongly. Another person confirms each. */
export const ADJUSTMENT_COMMANDS = {
  'ledger adjust': changeAndCall({
    summary:
      'Credit or debit the available balance of a gate against our fees, once another person confirms it.',
    roles: ['finance', 'admin'],
    input: {
      gate: z.uuid(),
      currency: z.enum(CURRENCIES),
      amount: text
        .refine((given) => signedMinor(given) !== 0n, 'must be like 12.50 or -12.50, and not zero')
        .describe('Positive credits the merchant, like 12.50; negative debits it.'),
      evidence,
    },
    answer: requested,
    run: ({ gate, currency, amount, evidence: proof }, context, call) =>
      requesting(context, call, {
        gate_id: gate,
        currency,
        amount_minor: signedMinor(amount),
        evidence: proof,
        reason: call.reason,
      }),
  }),
  'fees correct': changeAndCall({
    summary:
      "Show what a method's orders of a time were charged and should have been; with --confirm, also credit or debit the difference, once another person confirms it.",
    roles: ['finance', 'admin'],
    input: {
      method: z.uuid(),
      from: dayOrInstant.describe('The first day, or the time, of creation.'),
      to: dayOrInstant.describe('The last one, included.'),
      percent,
      fixed: text
        .refine((given) => parseAmount(given) !== undefined, 'must be an amount like 0.30')
        .optional()
        .describe('Fixed fee for each order; by default, what each was charged.'),
      confirm: trueOrFalse.default(false).describe('Make the correction that was shown.'),
      evidence: evidence.optional(),
    },
    answer: z.object({
      method: z.uuid(),
      currency: z.enum(CURRENCIES),
      from: z.iso.datetime(),
      before: z.iso.datetime(),
      percent: text,
      fixed: text.nullable(),
      orders: z.int().describe('Orders that succeeded.'),
      open: z.int().describe('Orders that have not ended.'),
      charged: text.describe('Their fees, less what refunds returned.'),
      correct: text,
      difference: text.describe('Positive credits the merchant.'),
      ...requested.partial().shape,
    }),
    run: correctFees,
  }),
  'adjustments list': list({
    summary: 'List credits and debits of merchants by operators, newest first.',
    roles: STAFF_ROLES,
    input: { merchant: merchant.optional(), state: z.enum(ADJUSTMENT_STATES).optional() },
    item,
    key: z.uuid(),
    select: ({ merchant: reference, state }, context, page) =>
      withMerchantOrAll(context, reference, async (merchantId) =>
        (await selectAdjustments(context, { merchantId, state }, page)).map(shownAdjustment),
      ),
    keyOf: ({ id }) => id,
  }),
  'adjustments confirm': changeAndCall({
    summary: 'Confirm an adjustment that somebody else asked for; this moves the money.',
    roles: ['finance', 'admin'],
    input: {
      adjustment: z.uuid(),
      allow_negative: trueOrFalse
        .default(false)
        .describe('Even if the available balance falls below zero.'),
    },
    answer: doneAnswer,
    run: ({ adjustment: id, allow_negative: allowsNegative }, context, call) =>
      recordingChanges(allowingTime(context), call, (within) =>
        decide(within, call, id, { verdict: 'confirm', allowsNegative }),
      ),
  }),
  'adjustments reject': change({
    summary: 'Reject an adjustment that somebody else asked for.',
    roles: ['finance', 'admin'],
    input: { adjustment: z.uuid() },
    answer: doneAnswer,
    run: ({ adjustment: id }, context, call) =>
      decide(context, call, id, { verdict: 'reject', allowsNegative: false }),
  }),
} satisfies OperatorCommands;

function shownAdjustment(row: AdjustmentRow): z.infer<typeof item> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    merchant: row.merchant,
    gate_id: row.gate_id,
    gate: row.gate,
    currency: row.currency,
    amount: formatMinor(row.amount_minor),
    reason: row.reason,
    evidence: row.evidence,
    method: row.method,
    state: row.state,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    confirm_before: expiryOf(row).toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

/** @returns zero if the text is no amount */
function signedMinor(given: string): bigint {
  const minor = parseAmount(given.replace(/^-/, '')) ?? 0n;
  return given.startsWith('-') ? -minor : minor;
}

type Asked = Pick<AdjustmentRow, 'gate_id' | 'currency' | 'amount_minor' | 'evidence'> & {
  reason: string | undefined;
};

/** Records an adjustment with its audit row. */
function requesting(
  context: ServiceContext,
  call: Call,
  { reason, ...asked }: Asked,
  correction?: FeeCorrection,
): Promise<ChangeAnswer<z.infer<typeof requested>>> {
  return recordingChanges(allowingTime(context), call, async (within) => {
    if (reason === undefined) return invalidAt('/reason', 'required', 'Is required.');
    if (correction !== undefined) {
      const same = await findSameFees(within, correction);
      if (same !== undefined) return refusal(`${SAME_FEES} ${same.id}.`);
    }
    const { actor } = call;
    const row = await requestAdjustment(within, {
      ...asked,
      reason,
      requested_by: actor.name,
      requested_by_person: actor.personId ?? null,
      method_id: correction?.methodId ?? null,
      fee_from: correction?.from ?? null,
      fee_before: correction?.before ?? null,
      fee_percent: correction?.percent ?? null,
      fee_fixed_minor: correction?.fixedMinor ?? null,
    });
    if (row === undefined) return NOT_FOUND;
    const result = {
      adjustment: row.id,
      state: row.state,
      confirm_before: expiryOf(row).toISOString(),
    };
    return {
      ok: true,
      result,
      changed: { subject: `adjustment ${row.id}`, after: shownInAudit(row) },
    };
  });
}

const SAME_FEES = 'Fees of these orders are corrected already, or wait for it: see adjustment';

function shownInAudit({ state, amount_minor: minor, ...row }: AdjustmentRow) {
  const { gate_id: gate, currency, reason, evidence: proof, allows_negative: allowsNegative } = row;
  const amount = formatMinor(minor);
  return {
    state,
    gate,
    currency,
    amount,
    reason,
    evidence: proof,
    allows_negative: allowsNegative,
  };
}

interface CorrectInput {
  method: string;
  from: string;
  to: string;
  percent: string;
  fixed?: string | undefined;
  confirm: boolean;
  evidence?: string | undefined;
}

async function correctFees(
  { method: methodId, percent, fixed, confirm, evidence: proof, ...range }: CorrectInput,
  context: ServiceContext,
  call: Call,
) {
  const place = await selectMethodPlace(context.db, methodId);
  if (place === undefined) return NOT_FOUND;
  const period = periodOf(range.from, range.to);
  const wrong = wrongDays(period);
  if (wrong !== undefined) return wrong;
  const { from } = period;
  // Orders created from now on may have another fee.
  const before = new Date(Math.min(period.before.getTime(), context.now().getTime()));
  const { currency, direction } = place;
  const fixedMinor = fixed === undefined ? null : (parseAmount(fixed) ?? null);
  const correction = { methodId, direction, from, before, percent, fixedMinor };
  const fees = await computeCorrection(context.longRunning, correction);
  const differenceMinor = fees.chargedMinor - fees.correctMinor;
  const shown = {
    method: methodId,
    currency,
    from,
    before,
    percent,
    fixed: fixedMinor === null ? null : formatMinor(fixedMinor),
    orders: fees.orders,
    open: fees.open,
    charged: formatMinor(fees.chargedMinor),
    correct: formatMinor(fees.correctMinor),
    difference: formatMinor(differenceMinor),
  };
  if (!confirm) return { ok: true as const, result: shown };
  if (fees.open > 0) return refusal(STILL_OPEN);
  if (differenceMinor === 0n) return refusal('The fees are right: there is nothing to correct.');
  const span = `${from.toISOString()} to ${before.toISOString()}`;
  const made = await requesting(
    context,
    call,
    {
      gate_id: place.gate_id,
      currency,
      amount_minor: differenceMinor,
      reason: call.reason ?? `Fees of ${place.method}, ${span}: ${percent} % is right.`,
      evidence:
        proof ?? `Orders: ${shown.orders}. Charged: ${shown.charged}. Correct: ${shown.correct}.`,
    },
    correction,
  );
  return isRefused(made) ? made : { ...made, result: { ...shown, ...made.result } };
}

const STILL_OPEN =
  'Some orders of this time have not ended: choose an earlier --to, or wait until they have.';

/** Returns the context with the connections whose statements may take minutes: a correction reads all its orders. */
function allowingTime(context: ServiceContext): ServiceContext {
  return { ...context, db: context.longRunning };
}

/** Confirms or rejects, and returns the change for the audit. */
async function decide(
  context: ServiceContext,
  { actor }: Call,
  id: string,
  decision: { verdict: 'confirm' | 'reject'; allowsNegative: boolean },
): Promise<ChangeAnswer<{ done: true }>> {
  const { name, personId } = actor;
  const result = await decideAdjustment(context, id, { ...decision, actor: name, personId });
  if (result !== 'done') return REFUSALS[result];
  const row = await selectAdjustment(context, id);
  const after = row && shownInAudit(row);
  return { ...DONE, changed: { subject: `adjustment ${id}`, before: { state: 'waiting' }, after } };
}

const REFUSALS = {
  not_found: NOT_FOUND,
  not_a_person: refusal(
    'A person must decide this, signed in to the console: no token, and not the operator key.',
  ),
  same_person: refusal('You asked for this adjustment: another person must decide.'),
  below_zero: refusal(
    'The available balance would fall below zero: allow that, or reject the adjustment.',
  ),
  differs: refusal(
    'Refunds have changed the difference since this was asked for: reject it, and correct the fees again.',
  ),
  posted: refusal('The adjustment was confirmed before.'),
  rejected: refusal('The adjustment was rejected before.'),
  expired: refusal('Nobody confirmed the adjustment within 7 days: ask for it again.'),
} as const satisfies Record<Exclude<DecideResult, 'done'>, Refused>;
