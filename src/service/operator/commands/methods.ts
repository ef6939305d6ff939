import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_SOURCES } from '#domain/order/payment-source.ts';
import { z } from 'zod';
import {
  changes,
  doneAnswer,
  NOT_FOUND,
  reads,
  refusal,
  type OperatorCommands,
} from '../command.ts';
import { answerDone, editGate, editMethod, readMethod } from '../deployment/edit.ts';
import { methodInFile } from '../deployment/file.ts';
import { given, trueOrFalse, whole } from '../input.ts';
import { lists } from '../lists.ts';
import { selectGatePlace, selectMethodPlace, selectMethodsOf } from '../place-queries.ts';

const name = z.string().min(1).max(80);
/** Checked by the same rules as a deployment's file, which say what is wrong with it. */
const decimal = z.string().max(40).describe('Like 12.50.');
const currency = z.enum(CURRENCIES);

const CHANGEABLE = {
  payment_method_currency: currency.optional(),
  conversion_rate: decimal.nullable().optional(),
  fee_percent: decimal.optional(),
  fee_fixed: decimal.optional(),
  fee_min: decimal.nullable().optional(),
  fee_max: decimal.nullable().optional(),
  settlement_period_days: whole.optional(),
  rolling_percent: decimal.optional(),
  max_attempts: whole.optional(),
  max_part_amount: decimal.nullable().optional(),
  refund_fee: z
    .enum(['kept', 'returned'])
    .optional()
    .describe("Whether a payin's fee goes back to the merchant with its refunds."),
  refund_fixed_fee: decimal.optional().describe('What each refund costs the merchant.'),
  dispute_fee: decimal
    .optional()
    .describe('What each dispute costs the merchant, unless it is won.'),
  tolerance: decimal.optional(),
  asks_cpf: trueOrFalse.optional(),
  active: trueOrFalse.optional(),
};

/** What a merchant's payments are made by. */
export const METHOD_COMMANDS: OperatorCommands = {
  'methods list': lists(
    "List a gate's methods by name.",
    { gate: z.uuid() },
    {
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
    },
  ),
  'methods show': reads(
    'Show a method as a deployment’s file says it, with its routes and whose it is.',
    { method: z.uuid() },
    async ({ method }, context) => {
      const place = await selectMethodPlace(context.db, method);
      if (place === undefined) return NOT_FOUND;
      const shown = await readMethod(context, place);
      if (!shown.ok) return shown;
      const { id, gate, gate_id, merchant, merchant_id } = place;
      const result = { id, gate, gate_id, merchant, merchant_id, ...shown.result };
      return { ok: true, result };
    },
    methodInFile.extend({
      id: z.uuid(),
      gate: z.string(),
      gate_id: z.uuid(),
      merchant: z.string(),
      merchant_id: z.uuid(),
    }),
  ),
  'methods create': changes(
    'Create a method of a gate; its routes are created after it.',
    {
      gate: z.uuid(),
      name,
      direction: z.enum(['payin', 'payout']),
      payment_source: z.enum(PAYMENT_SOURCES),
      currency,
      amount_min: decimal,
      amount_max: decimal,
      waiting_seconds: whole,
      ...CHANGEABLE,
    },
    async ({ gate, ...method }, context) => {
      const place = await selectGatePlace(context.db, gate);
      if (place === undefined) return NOT_FOUND;
      return editGate(context, place, {
        subject: `method ${method.name} of gate ${gate}`,
        edit: ({ methods = [], ...rest }) =>
          methods.some((known) => known.name === method.name)
            ? refusal(`The gate has a method ${method.name} already.`)
            : { ...rest, methods: [...methods, given(method)] },
        answer: ({ merchants }) => ({
          id: merchants[place.merchant]?.gates[place.gate]?.methods[method.name] ?? '',
        }),
      });
    },
    z.object({ id: z.uuid() }),
  ),
  'methods change': changes(
    'Change a method; what is left out stays as it is.',
    {
      method: z.uuid(),
      amount_min: decimal.optional(),
      amount_max: decimal.optional(),
      waiting_seconds: whole.optional(),
      ...CHANGEABLE,
    },
    async ({ method, ...members }, context) => {
      const place = await selectMethodPlace(context.db, method);
      if (place === undefined) return NOT_FOUND;
      return editMethod(context, place, {
        subject: `method ${method}`,
        answer: answerDone,
        edit: (known) => ({ ...known, ...given(members) }),
      });
    },
    doneAnswer,
  ),
};
