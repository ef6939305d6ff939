import { CURRENCIES, formatMinor } from '#domain/money.ts';
import { z } from 'zod';
import { dueTime } from '../../platform/database/due-work.ts';
import { verifyAndRecord } from '../../ledger/verify.ts';
import { selectLastLedgerCheck } from '../conditions.ts';
import { query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { instant } from '../input.ts';
import {
  type AccountBalance,
  type FoundMovement,
  readRetentions,
  selectAccounts,
  selectMovements,
} from '../ledger-views.ts';
import { list } from '../lists.ts';
import { merchant, withMerchantOrAll } from '../named.ts';

const gate = z.uuid().optional();
const currency = z.enum(CURRENCIES);
const text = z.string();
const bucket = z.enum(['hold', 'rolling']);

const KINDS = [
  ...(['payin_success', 'payin_shortfall'] as const),
  ...(['payout_reserve', 'payout_settle', 'payout_release'] as const),
  ...(['refund_reserve', 'refund_settle', 'refund_release'] as const),
  ...(['refund_take', 'refund_return', 'refund_correction'] as const),
  ...(['dispute_reserve', 'dispute_lose', 'dispute_recover', 'dispute_release'] as const),
  ...(['hold_release', 'rolling_release', 'transfer', 'conversion', 'adjustment'] as const),
] as const;

const MOST_DAYS = 92;
const USUAL_DAYS = 31;
const DAYS_RANGE = `must lie between 1 and ${MOST_DAYS}`;
const days = z
  .int('must be a whole number')
  .min(1, DAYS_RANGE)
  .max(MOST_DAYS, DAYS_RANGE)
  .optional();

const ACCOUNT_MAX = 60;
const balanceItem = z.object({
  account: text,
  kind: z.enum(['gate', 'wallet']),
  merchant_id: z.uuid(),
  merchant: text,
  gate_id: z.uuid().nullable(),
  gate: text.nullable(),
  frozen: z.boolean(),
  currency,
  available: text,
  hold: text,
  rolling: text,
  payout_reserve: text,
  refund_reserve: text,
  dispute_reserve: text,
  total: text,
});

const movementItem = z.object({
  movement: text,
  kind: z.enum(KINDS),
  at: z.iso.datetime(),
  order: z.uuid().nullable(),
  entries: z.array(
    z.object({
      account: text,
      merchant_id: z.uuid().nullable(),
      gate_id: z.uuid().nullable(),
      gate: text.nullable(),
      currency,
      amount: text,
    }),
  ),
});

const holdsAnswer = z.object({
  before: z.iso.datetime().describe('The last day that is shown.'),
  days: z.array(z.object({ day: z.iso.date(), bucket, currency, payins: z.int(), amount: text })),
  later: z.array(z.object({ bucket, currency, amount: text })),
});

const finding = z.object({
  rule: text,
  subject: text,
  order_id: z.uuid().optional(),
  currency: text.nullable(),
  expected: text,
  found: text,
});
const checkAnswer = z.object({
  ok: z.boolean(),
  movements: z.int(),
  findings: z.array(finding),
});
const statusAnswer = z.object({
  last: z
    .object({
      at: z.iso.datetime(),
      ok: z.boolean(),
      movements: z.int(),
      findings: z.array(finding),
    })
    .nullable(),
  due_at: z.iso.datetime().nullable().describe('When the next automatic verification is due.'),
});

/**
 * Commands for the ledger: balances of gates and wallets, movements with their entries, retentions, and verification.
 */
export const LEDGER_COMMANDS = {
  'ledger balances': list({
    summary: 'List the balances of gates and wallets by merchant and gate.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant: merchant.optional(), gate },
    item: balanceItem,
    key: text.max(ACCOUNT_MAX),
    select: ({ merchant: reference, gate: gateId }, context, page) =>
      withMerchantOrAll(context, reference, async (merchantId) =>
        (await selectAccounts(context.db, { merchantId, gateId }, page)).map(shownBalance),
      ),
    keyOf: ({ account }) => account,
  }),
  'ledger movements': list({
    summary: 'List movements with their entries, newest first.',
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: {
      merchant: merchant.optional(),
      gate,
      currency: currency.optional(),
      order: z.uuid().optional(),
      kind: z.enum(KINDS).optional(),
      from: instant.optional(),
      to: instant.optional(),
    },
    item: movementItem,
    key: text.regex(/^\d{1,18}$/),
    select: (
      { merchant: reference, gate: gateId, order: orderId, from, to, ...same },
      context,
      page,
    ) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const filter = {
          currency: same.currency,
          kind: same.kind,
          merchantId,
          gateId,
          orderId,
          from: from === undefined ? undefined : new Date(from),
          to: to === undefined ? undefined : new Date(to),
        };
        return (await selectMovements(context.db, filter, page)).map(shownMovement);
      }),
    keyOf: ({ movement }) => movement,
  }),
  'ledger holds': query({
    summary: `Show held funds by release date, for the next ${USUAL_DAYS} days by default.`,
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant: merchant.optional(), gate, days },
    answer: holdsAnswer,
    run: async ({ merchant: reference, gate: gateId, days: wanted = USUAL_DAYS }, context) =>
      withMerchantOrAll(context, reference, async (merchantId) => {
        const now = context.now();
        const filter = { merchantId, gateId };
        return {
          ok: true,
          result: await readRetentions(context.db, filter, { now, days: wanted }),
        };
      }),
  }),
  'ledger status': query({
    summary:
      'Show the last verification of the ledger, its findings, and when the next one is due.',
    roles: STAFF_ROLES,
    input: {},
    answer: statusAnswer,
    run: async (_input, { db }) => {
      const last = await selectLastLedgerCheck(db);
      const shown = last && {
        ...last,
        ok: last.findings.length === 0,
        movements: Number(last.movements),
      };
      const dueAt = await dueTime(db, 'check-ledger');
      return { ok: true, result: { last: shown ?? null, due_at: dueAt ?? null } };
    },
  }),
  'ledger check': query({
    summary: 'Verify the ledger, and list its errors.',
    roles: STAFF_ROLES,
    input: {},
    answer: checkAnswer,
    run: async (_input, context) => ({ ok: true, result: await verifyAndRecord(context) }),
  }),
} satisfies OperatorCommands;

function shownBalance(row: AccountBalance) {
  const { available_minor, hold_minor, rolling_minor, ...reserved } = row;
  const { payout_reserve_minor, refund_reserve_minor, dispute_reserve_minor, ...account } =
    reserved;
  const reservedMinor = payout_reserve_minor + refund_reserve_minor + dispute_reserve_minor;
  const heldMinor = hold_minor + rolling_minor + reservedMinor;
  return {
    ...account,
    kind: row.gate_id === null ? ('wallet' as const) : ('gate' as const),
    available: formatMinor(available_minor),
    hold: formatMinor(hold_minor),
    rolling: formatMinor(rolling_minor),
    payout_reserve: formatMinor(payout_reserve_minor),
    refund_reserve: formatMinor(refund_reserve_minor),
    dispute_reserve: formatMinor(dispute_reserve_minor),
    total: formatMinor(available_minor + heldMinor),
  };
}

function shownMovement({ entries, ...movement }: FoundMovement) {
  return {
    ...movement,
    entries: entries.map(({ amount_minor: minor, ...entry }) => ({
      ...entry,
      amount: formatMinor(BigInt(minor)),
    })),
  };
}
