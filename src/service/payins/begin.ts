import type { BeginRequest } from '#contract/schemas/transfer.ts';
import { maskPhone, normalizePhone } from '#domain/customer/contact.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { isFinal } from '#domain/order/status.ts';
import { failure, success, type Result } from '#domain/result.ts';
import type { Caller } from '../merchants/settings.ts';
import { blockFingerprint } from '../orders/fingerprints.ts';
import { hashSignedRequest } from '../orders/duplicate.ts';
import type { ServiceContext } from '../platform/context.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import type { TransferInput } from '../acquirers/port.ts';
import { authorizePayment } from './authorize.ts';
import { countedSince } from './limits.ts';
import { sealData } from './method-data.ts';
import type { CommonRefusal, SubmittedPayment, SignedPayment } from './record-attempt.ts';
import { attemptSlot, type AuthorizationContext } from './store/authorize.ts';
import { selectBegin, type BeginRow } from './store/payins.ts';

export interface SignedBegin extends SignedPayment {
  orderId: string;
  data: BeginRequest;
}

export type BeginRefusal =
  | 'other_source'
  | 'not_awaiting_payment'
  | 'method_inactive'
  | 'cpf_missing'
  | 'phone_missing'
  | 'bank_unknown';

/**
 * Begins the payment of an order that is not paid by card. Beginning it again while it is under way, for example in a
 * second tab, is accepted and changes nothing: an order has one open attempt at most.
 */
export async function beginTransfer(
  context: ServiceContext,
  caller: Caller,
  signed: SignedBegin,
): Promise<'accepted' | CommonRefusal | BeginRefusal> {
  const input = await transferInputFrom(context, signed);
  if (!input.ok) return input.problem;
  const submitted = submittedTransfer(context, caller, signed, input.value);
  return authorizePayment(context, caller, submitted, input.value);
}

type InputRefusal = 'not_found' | 'other_source' | 'cpf_missing' | 'phone_missing' | 'bank_unknown';

/** Returns what the payer typed. What they left out must be optional for the order's method, or known of the order. */
async function transferInputFrom(
  { db }: Pick<ServiceContext, 'db'>,
  { orderId, data }: SignedBegin,
): Promise<Result<TransferInput, InputRefusal>> {
  if (data.source === 'BLIK' || data.source === 'CRYPTO') return success(data);
  if (data.source === 'PIX' && data.cpf !== undefined) {
    return success({ source: 'PIX', cpf: data.cpf });
  }
  if (data.source === 'PHONE' && data.phone !== undefined) {
    return success({ source: 'PHONE', phone: data.phone });
  }
  if (data.source === 'P2P' && data.bank_id === undefined) {
    return success({ source: 'P2P', bankId: undefined });
  }
  const order = await selectBegin(db, orderId);
  if (order === undefined) return failure('not_found');
  if (order.payment_source !== data.source) return failure('other_source');
  return transferInputForOrder(data, order);
}

function transferInputForOrder(
  data: Extract<BeginRequest, { source: 'PIX' | 'PHONE' | 'P2P' }>,
  { customer, asks_cpf: asksCpf, banks }: BeginRow,
): Result<TransferInput, InputRefusal> {
  if (data.source === 'PIX') {
    return asksCpf ? failure('cpf_missing') : success({ source: 'PIX', cpf: undefined });
  }
  if (data.source === 'PHONE') {
    const { phone } = customer;
    return phone === undefined
      ? failure('phone_missing')
      : success({ source: 'PHONE', phone: new Sensitive(phone) });
  }
  const { bank_id: bankId } = data;
  return banks.some(({ id }) => id === bankId)
    ? success({ source: 'P2P', bankId })
    : failure('bank_unknown');
}

function submittedTransfer(
  context: Pick<ServiceContext, 'keyring' | 'now' | 'terminals'>,
  caller: Caller,
  signed: SignedBegin,
  input: TransferInput,
): SubmittedPayment<BeginRefusal> {
  const { keyring } = context;
  const now = context.now();
  const payer = payerFingerprint(keyring, input);
  return {
    payer: signed.payer,
    now,
    cause: 'payment_begun',
    card: undefined,
    data: submittedData(keyring, signed.orderId, input),
    input: {
      payinId: signed.orderId,
      requestHash: hashSignedRequest(caller, signed),
      payerFingerprint: payer,
      slot: payer && attemptSlot(payer),
      fingerprints: payer === null ? [] : [payer],
      ...countedSince(now),
    },
    customer: (order) => order.customer,
    refuse: (order) => refuseTransfer(order, input, now),
  };
}

/**
 * Returns the fingerprint by which a payer's declines are counted and block lists are searched; null if nothing
 * identifies the payer. A BLIK code does not: it is valid for one payment only.
 */
function payerFingerprint(keyring: Keyring, input: TransferInput): Buffer | null {
  if (input.source === 'PHONE') {
    return blockFingerprint(keyring, 'phone', normalizePhone(input.phone.reveal()));
  }
  if (input.source !== 'PIX' || input.cpf === undefined) return null;
  return keyring.fingerprint(FINGERPRINTED.cpf, input.cpf.reveal());
}

function submittedData(
  keyring: Keyring,
  payinId: string,
  input: TransferInput,
): SubmittedPayment<BeginRefusal>['data'] {
  if (input.source === 'P2P' && input.bankId !== undefined) {
    return { open: { bank_id: input.bankId } };
  }
  if (input.source === 'PHONE') {
    return { sealed: sealData(keyring, payinId, { phone_hint: maskPhone(input.phone.reveal()) }) };
  }
  if (input.source !== 'PIX' || input.cpf === undefined) return {};
  return { sealed: sealData(keyring, payinId, { cpf: input.cpf.reveal() }) };
}

function refuseTransfer(
  order: AuthorizationContext,
  { source }: TransferInput,
  now: Date,
): BeginRefusal | 'accepted' | undefined {
  if (order.payment_source !== source) return 'other_source';
  if (order.repeated) return 'accepted';
  if (isFinal(order.status)) return 'not_awaiting_payment';
  if (order.status !== 'CREATED') return 'accepted';
  if (order.expires_at <= now) return 'not_awaiting_payment';
  return order.active ? undefined : 'method_inactive';
}
