import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import type { Db } from '../../platform/database/schema.ts';
import { DONE, doneAnswer, invalid, isRefused, NOT_FOUND, refusal } from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { NOT_POSSIBLE, changeMethod, putMethod, largeFeeChanges } from '../deployment/change.ts';
import { methodInFile } from '../deployment/file.ts';
import { methodMembers } from '../deployment/members.ts';
import { lockDeployment, selectGate, selectMethod, selectRoutes } from '../deployment/queries.ts';
import { beginUpserts, upserted } from '../deployment/upserts.ts';
import { confirmsFees, given, trueOrFalse, whole } from '../input.ts';
import { list } from '../lists.ts';
import { selectMethodsOf } from '../place-queries.ts';

const name = z.string().min(1).max(80);
/** A decimal. The deployment file's rules validate it, and their messages say what is wrong. */
const decimal = z.string().max(40).describe('Like 12.50.');
const currency = z.enum(CURRENCIES);
const WAITING = 'Seconds that a payer has to pay before the order is closed.';

const CHANGEABLE = {
  payment_method_currency: currency
    .optional()
    .describe("The payer's currency, if it differs from the order's."),
  conversion_rate: decimal
    .nullable()
    .optional()
    .describe("Units of the payer's currency for one unit of the order's, like 0.0021."),
  fee_percent: decimal.optional().describe('Percent of the amount, like 2.9.'),
  fee_fixed: decimal.optional().describe('Fixed fee for each order, like 0.30.'),
  fee_min: decimal.nullable().optional().describe('The lowest fee for an order.'),
  fee_max: decimal.nullable().optional().describe('The highest fee for an order.'),
  settlement_period_days: whole
    .optional()
    .describe('Days until a payin is available to the merchant.'),
  rolling_percent: decimal.optional().describe('Percent of each payin to hold as rolling reserve.'),
  max_attempts: whole.optional().describe('How many cards a payer may try for one order, 1 to 5.'),
  max_part_amount: decimal
    .nullable()
    .optional()
    .describe('A larger payout is split into parts of at most this amount.'),
  refund_fee: z
    .enum(['kept', 'returned'])
    .optional()
    .describe("Whether a refund returns the payin's fee to the merchant."),
  refund_fixed_fee: decimal.optional().describe('Fee for each refund.'),
  dispute_fee: decimal.optional().describe('Fee for each dispute that the merchant does not win.'),
  tolerance: decimal
    .optional()
    .describe('How far below the amount a transfer may be: at most a tenth of the lowest amount.'),
  tolerance_percent: decimal
    .optional()
    .describe('The same in percent of the amount, from 0 to 5, instead of an amount.'),
  asks_cpf: trueOrFalse.optional().describe('Whether the page asks for a CPF, for PIX.'),
  active: trueOrFalse.optional(),
};

/** Commands for a gate's payment methods. */
export const METHOD_COMMANDS = {
  'methods list': list({
    summary: "List a gate's methods by name.",
    roles: STAFF_ROLES,
    input: { gate: z.uuid() },
    item: z.object({
      id: z.uuid(),
      name: z.string(),
      direction: z.enum(['payin', 'payout']),
      payment_source: z.string(),
      currency: z.string(),
      active: z.boolean(),
    }),
    key: name,
    select: ({ gate }, context, page) => selectMethodsOf(context.db, gate, page),
    keyOf: (method) => method.name,
  }),
  'methods show': query({
    summary: 'Show a method with its routes, gate and merchant.',
    roles: STAFF_ROLES,
    input: { method: z.uuid() },
    answer: methodInFile.extend({
      id: z.uuid(),
      gate: z.string(),
      gate_id: z.uuid(),
      merchant: z.string(),
      merchant_id: z.uuid(),
    }),
    run: async ({ method }, { db }) => {
      const row = await selectMethod(db, method);
      if (row === undefined) return NOT_FOUND;
      const { id, name: called, gate, gate_id, merchant, merchant_id } = row;
      const members = methodMembers({ row, routes: await selectRoutes(db, [id]) });
      const result = { id, gate, gate_id, merchant, merchant_id, name: called, ...members };
      return { ok: true, result };
    },
  }),
  'methods create': change({
    summary: 'Create a payment method at a gate; add its routes afterwards.',
    roles: ['admin'],
    input: {
      gate: z.uuid(),
      name,
      direction: z.enum(['payin', 'payout']),
      payment_source: z.enum(PAYMENT_SOURCES),
      currency,
      amount_min: decimal.describe('The lowest amount of an order, like 1.00.'),
      amount_max: decimal.describe('The highest amount of an order.'),
      waiting_seconds: whole.describe(WAITING),
      ...CHANGEABLE,
    },
    answer: z.object({ id: z.uuid() }),
    run: async ({ gate: gateId, ...method }, context) => {
      const { db } = context;
      await lockDeployment(db);
      const gate = await selectGate(db, gateId);
      if (gate === undefined) return NOT_FOUND;
      const named = { gate: gateId, name: method.name };
      if (await hasMethod(db, named)) {
        return refusal(`The gate already has a method ${method.name}.`);
      }
      const upserting = beginUpserts(context);
      const of = { ...gate, gate: gate.name, gateId };
      const put = { of, method: given(method), terminals: new Map() };
      const done = await putMethod(context, upserting, put);
      if (isRefused(done)) return done;
      return upserted(upserting, `method ${method.name} of gate ${gateId}`, { id: done.id });
    },
  }),
  'methods change': change({
    summary: 'Change a method; options left out keep their values.',
    roles: ['admin'],
    input: {
      method: z.uuid(),
      amount_min: decimal.optional().describe('The lowest amount of an order, like 1.00.'),
      amount_max: decimal.optional().describe('The highest amount of an order.'),
      waiting_seconds: whole.optional().describe(WAITING),
      ...CHANGEABLE,
      confirm: confirmsFees,
    },
    answer: doneAnswer,
    run: async ({ method: id, confirm, ...members }, context) => {
      const edit = (known: object) => ({ ...known, ...given(members) });
      return changeMethod(context, { id, edit }, (upserting) => {
        const large = confirm ? [] : largeFeeChanges(upserting.changes);
        return large.length > 0
          ? invalid(
              large.map(({ name, detail }) => ({ pointer: `/${name}`, code: 'confirm', detail })),
              NOT_POSSIBLE,
            )
          : upserted(upserting, `method ${id}`, DONE.result);
      });
    },
  }),
} satisfies OperatorCommands;

async function hasMethod(db: Db, { gate, name: called }: { gate: string; name: string }) {
  const row = await db
    .selectFrom('gate_methods')
    .select('id')
    .where('gate_id', '=', gate)
    .where('name', '=', called)
    .executeTakeFirst();
  return row !== undefined;
}
