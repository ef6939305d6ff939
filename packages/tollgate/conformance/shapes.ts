/**
 * *Resources and their fields* of the specification as schemas: the fields that an answer may have, and their types.
 * Required fields are those that decision 3 never omits.
 */
import { z } from 'zod';

const CURRENCIES = ['USD', 'EUR', 'UAH', 'KZT', 'USDT_TRON'];
const STATUSES = ['CREATED', 'IN_PROGRESS', 'PROCESS_PENDING', 'SUCCESS', 'FAILED', 'CLOSED'];
const RESOLUTIONS = ['OK', 'SYSTEM_ERROR', 'PROVIDER_ERROR'];
const RESOLUTION_CODES = [
  'ACCESS_DENIED',
  'AMOUNT_OVER_LIMIT',
  'AMOUNT_UNDER_LIMIT',
  'BALANCE_INSUFFICIENT',
  'BALANCE_UPDATE_FAILED',
  'BLACKLISTED_INPUT_DATA',
  'CURRENCY_INVALID',
  'DESTINATION_ACCOUNT_INVALID',
  'MERCHANT_MISCONFIGURATION',
  'METHOD_INACTIVE',
  'METHOD_NOT_FOUND',
  'ORDER_CANNOT_BE_PROCESSED',
  'ORDER_CANNOT_BE_ROUTED',
  'ORDER_FAILED_MANUALLY',
  'PAYMENT_METHOD_NOT_SUPPORTED',
  'PROVIDER_NOT_SUPPORTED',
  'REPORT_GENERATION_FAILED',
  'RESOURCE_NOT_FOUND',
  'UNKNOWN_ERROR',
  'VALIDATION_FAILED',
  'WORKFLOW_EXECUTION_SKIPPED',
];
const PAYMENT_SOURCES = ['CARD', 'P2P', 'CRYPTO', 'PHONE', 'PIX', 'BLIK'];

const text = z.string();
const uuid = z.uuid();
const integer = z.int();
/** An amount of money, with at most two decimals; a rate may have more. */
const money = z.number().refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)));
const rate = z.number();

function oneOf(values: string[]) {
  return z.enum(values);
}

const address = z.strictObject({
  country: z.string().length(2).optional(),
  city: z.string().max(100).optional(),
  street: z.string().max(255).optional(),
  post_code: z.string().max(50).optional(),
});

const customer = z.strictObject({
  reference_id: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/)
    .optional(),
  first_name: text.optional(),
  last_name: text.optional(),
  email: z.email().optional(),
  phone: z
    .string()
    .regex(/^\+[0-9]{5,30}$/)
    .optional(),
  address: address.optional(),
});

const paymentMethodData = z.strictObject({
  bank_id: z
    .string()
    .regex(/^[a-z0-9_-]{1,200}$/)
    .optional(),
  cpf: z
    .string()
    .regex(/^[0-9]{11}$/)
    .optional(),
  iban: z
    .string()
    .regex(/^[A-Z0-9]{15,36}$/)
    .optional(),
  ifsc: z
    .string()
    .regex(/^[a-z0-9_-]{1,200}$/)
    .optional(),
  pix_key: z.string().max(1024).optional(),
  tckn: z
    .string()
    .regex(/^[0-9]{11}$/)
    .optional(),
});

const fees = {
  fee_percent: rate,
  fee_fixed: money,
  fee_min: money.optional(),
  fee_max: money.optional(),
  fee_total: money,
  total: money,
};

const outcome = {
  status: oneOf(STATUSES),
  resolution: oneOf(RESOLUTIONS).optional(),
  resolution_code: oneOf(RESOLUTION_CODES).optional(),
  resolution_message: text.optional(),
  provider_error_message: text.optional(),
};

/** A payin order: exactly these fields, none of them null. */
export const payinOrder = z.strictObject({
  id: uuid,
  group_id: uuid,
  seq_id: integer,
  reference_id: text,
  ...outcome,
  payment_source: oneOf(PAYMENT_SOURCES),
  currency: oneOf(CURRENCIES),
  amount: money,
  payment_method_currency: oneOf(CURRENCIES),
  payment_method_amount: money,
  conversion_rate: rate,
  ...fees,
  hold_amount: money,
  settlement_period: z.number(),
  rolling_percent: rate,
  rolling_amount: money,
  merchant_gate_method_id: uuid,
  merchant_id: uuid,
  payment_method_data: paymentMethodData.optional(),
  card_number: z
    .string()
    .regex(/^\d{6}\*{2,9}\d{4}$/)
    .optional(),
  customer,
  pay_url: z.url().optional(),
  return_url: z.url().optional(),
  rrn: text.optional(),
  create_date: integer,
  update_date: integer,
  comment: text.optional(),
});
export type PayinOrder = z.output<typeof payinOrder>;

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    total_elements: z.int().min(0),
    total_pages: z.int().min(0),
    content: z.array(item),
  });
}

/** A payout order: exactly these fields. */
export const payoutOrder = z.strictObject({
  id: uuid,
  group_id: uuid,
  reference_id: text,
  ...outcome,
  payment_source: oneOf(PAYMENT_SOURCES),
  currency: oneOf(CURRENCIES),
  amount: money,
  destination_account: text,
  ...fees,
  payment_method_data: paymentMethodData.optional(),
  customer,
  create_date: integer,
  update_date: integer,
  comment: text.optional(),
});
export type PayoutOrder = z.output<typeof payoutOrder>;

/** A currency's balance, with the balances of each gate. */
export const balance = z.strictObject({
  currency: oneOf(CURRENCIES),
  wallet_balance: money,
  gate_balances: z.array(
    z.strictObject({
      merchant_gate_id: uuid,
      available_balance: money,
      hold_balance: money,
      rolling_balance: money,
      total_balance: money,
    }),
  ),
});
export type Balance = z.output<typeof balance>;
