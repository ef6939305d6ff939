import type { OrdersClient } from '#contract/client/client.ts';
import { maskPhone } from '#domain/customer/contact.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { PayerHeaders } from '#contract/schemas/card-data.ts';
import type { BeginBody } from '#contract/schemas/transfer.ts';

import type { TransferError } from '../../i18n/messages.ts';
import { FIELD_OF, PARSERS, type BeginField } from '../../transfer/begin-fields.ts';
import type { OpenCheckout, OpenTransfer } from './open-checkout.ts';

/**
 * The outcome of a form that begins a payment. `begun`: the order has the result, even if another tab was first.
 * `refused`: no attempt was made. `unknown`: only the order shows whether one was.
 */
export type Beginning =
  | { outcome: 'refused' | 'unknown' }
  /** `code`: the code that the bank asks about, to compare with its app; undefined if another tab's was first. */
  | { outcome: 'begun'; code: string | undefined }
  | { outcome: 'invalid'; error: TransferError };

interface SubmittedBegin {
  orderId: string;
  transfer: OpenTransfer;
  form: FormData;
  payer: PayerHeaders;
}

/** Returns the field that the form must ask for before the payment begins, if any. */
export function fieldAskedFor({ source, asks }: OpenTransfer): BeginField | undefined {
  const isAsked = {
    code: true,
    phone: asks.phone,
    cpf: asks.cpf,
    bank_id: asks.banks.length > 0,
  } satisfies Record<BeginField, boolean>;
  const field = FIELD_OF[source];
  return field !== undefined && isAsked[field] ? field : undefined;
}

/** Begins the payment once, with what was typed. Nothing typed is returned, except a BLIK code. */
export async function beginTransfer(
  orders: OrdersClient,
  { orderId, transfer, form, payer }: SubmittedBegin,
): Promise<Beginning> {
  const field = fieldAskedFor(transfer);
  let value: string | undefined;
  if (field !== undefined) {
    const typed = form.get(field);
    const parsed = PARSERS[field](typeof typed === 'string' ? typed : '');
    if (!parsed.ok) return { outcome: 'invalid', error: parsed.error };
    value = parsed.value;
  }
  const answer = await orders.call(ENDPOINTS.beginTransfer, {
    params: { id: orderId },
    headers: payer,
    body: requestOf(transfer.source, value),
  });
  if (answer.ok || answer.status === 409) {
    const code = transfer.source === 'BLIK' && answer.ok ? value : undefined;
    return { outcome: 'begun', code };
  }
  if (answer.status === undefined || answer.status >= 500) return { outcome: 'unknown' };
  const isField = answer.problem?.errors?.some(({ pointer }) => pointer === `/${field}`);
  return field !== undefined && isField
    ? { outcome: 'invalid', error: REFUSED[field] }
    : { outcome: 'refused' };
}

/**
 * Tells whether an order's payment was begun with another value than the posted one: another window was first. Of a
 * telephone number only the last digits are known, and of a code only what this browser keeps.
 */
export function hasOtherValue(
  { order, transfer }: Pick<OpenCheckout, 'order'> & { transfer: OpenTransfer },
  form: FormData,
  typedCode: string | undefined,
): boolean {
  const field = FIELD_OF[transfer.source];
  const typed = field && form.get(field);
  if (field === undefined || typeof typed !== 'string' || order.status === 'CLOSED') return false;
  const parsed = PARSERS[field](typed);
  if (!parsed.ok) return false;
  const { cpf, bank_id } = order.payment_method_data ?? {};
  const used = { cpf, bank_id, code: typedCode?.replace(' ', ''), phone: transfer.phone_hint }[
    field
  ];
  const sent = field === 'phone' ? maskPhone(parsed.value) : parsed.value;
  return used !== undefined && used !== sent;
}

/** The errors for values that passed validation but were refused by the service. */
const REFUSED = {
  code: 'code',
  phone: 'phone',
  cpf: 'cpfDigits',
  bank_id: 'bank',
} as const satisfies Record<BeginField, TransferError>;

/** Builds the request. Without a telephone number, the service uses the order's customer's. */
function requestOf(source: OpenTransfer['source'], value: string | undefined): BeginBody {
  switch (source) {
    case 'BLIK':
      return { source, code: value ?? '' };
    case 'PHONE':
      return { source, phone: value };
    case 'PIX':
      return { source, cpf: value };
    case 'P2P':
      return { source, bank_id: value };
    case 'CRYPTO':
      return { source };
  }
}
