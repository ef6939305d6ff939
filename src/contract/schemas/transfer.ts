import { z } from 'zod';
import { Sensitive } from '#domain/card/sensitive.ts';
import { INSTRUCTION_LENGTHS, type Instructions } from '#domain/order/instructions.ts';
import { isCpf } from '#domain/customer/taxpayer-number.ts';
import * as patterns from '../patterns.ts';
import { rule } from './fields.ts';

function sensitive(value: string) {
  return new Sensitive(value);
}

const cpf = z
  .string()
  .regex(patterns.CPF, { abort: true })
  .refine(isCpf, rule('cpf', 'Must be a CPF: the last two digits do not follow from those before.'))
  .transform(sensitive);
const phone = z.string().regex(patterns.PHONE).transform(sensitive);

/**
 * The request that begins a payment by each source except cards: only what the payer typed. Code, CPF and telephone
 * number are wrapped in Sensitive.
 */
export const beginRequest = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('BLIK'),
    code: z.string().regex(patterns.BLIK_CODE).transform(sensitive),
  }),
  z.strictObject({ source: z.literal('PIX'), cpf: cpf.optional() }),
  z.strictObject({
    source: z.literal('P2P'),
    bank_id: z.string().regex(patterns.BANK_ID).optional(),
  }),
  z.strictObject({ source: z.literal('CRYPTO') }),
  /** Without a number, the customer's number from the order is used. */
  z.strictObject({ source: z.literal('PHONE'), phone: phone.optional() }),
]);
export type BeginRequest = z.output<typeof beginRequest>;
/** The body as sent, where nothing is wrapped. */
export type BeginBody = z.input<typeof beginRequest>;

/** What the payer says was sent to the account of the instructions, in the currency of the payment; decimal text. */
export const sentRequest = z.strictObject({
  amount: z.string().regex(/^[0-9]{1,12}\.[0-9]{2}$/),
});

/**
 * Text that the page displays and shoppers copy: no control characters, and no marks that change the direction of
 * text and could make it look like other text.
 */
function shown(most: number) {
  return z.string().min(1).max(most).regex(patterns.SHOWN_TEXT);
}

const line = shown(INSTRUCTION_LENGTHS.text);

export const instructions = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transfer'),
    bank: line.optional(),
    holder: line,
    account: z.object({
      kind: z.enum(['iban', 'card', 'account', 'phone']),
      value: line,
      ifsc: line.optional(),
    }),
    reference: line.optional(),
  }),
  z.object({
    kind: z.literal('code'),
    payload: shown(INSTRUCTION_LENGTHS.payload),
    pixKey: line.optional(),
  }),
  z.object({
    kind: z.literal('address'),
    network: line,
    asset: line,
    address: line,
    confirmations: z.object({ seen: z.int().nonnegative(), needed: z.int().nonnegative() }),
  }),
  z.object({
    kind: z.literal('confirm'),
    where: z.enum(['bank_app', 'phone']),
    /** Until when the payer can confirm, Unix seconds. */
    confirm_by: z.int().optional(),
  }),
  z.object({
    kind: z.literal('redirect'),
    url: z.string().max(INSTRUCTION_LENGTHS.url).regex(patterns.HTTP_URL),
  }),
]) satisfies z.ZodType<Instructions>;

/** What the page shows for an order that is not paid by card. */
export const transfer = z.object({
  /** Data that the form asks for before the payment begins. */
  asks: z.object({
    /** The payer's taxpayer number (PIX), if the method wants it. */
    cpf: z.boolean(),
    /** The payer's telephone number (PHONE); false if the order's customer already has one. */
    phone: z.boolean(),
    /** The banks to choose from (P2P); empty if the payer need not choose. */
    banks: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** The telephone number that gets or would get the request, with all but its last four digits hidden. */
  phone_hint: z.string().optional(),
  /** The payment instructions of the pending attempt, unless its payer gave it up. */
  instructions: instructions.optional(),
  /** True if the payer gave up the pending attempt, and the acquirer has not said yet that nothing was taken. */
  giving_up: z.literal(true).optional(),
  /** The amount that the payer says was sent, like `received`. */
  sent: z.string().optional(),
  /** The amount received so far, in the currency of the payment; decimal text. Omitted until money arrives. */
  received: z.string().optional(),
  /** The amount still missing. */
  missing: z.string().optional(),
});
export type Transfer = z.output<typeof transfer>;
