import type { BeginRequest } from '#contract/schemas/transfer.ts';
import { normalizePhone } from '#domain/customer/contact.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import { isFinal } from '#domain/order/status.ts';
import type { Caller } from '../merchants/settings.ts';
import { blockFingerprint } from '../orders/fingerprints.ts';
import type { ServiceContext } from '../platform/context.ts';
import { FINGERPRINTED, type Keyring } from '../platform/keyring.ts';
import type { TransferInput } from '../providers/port.ts';
import { checkedAnswer, transfersOf } from './attempt.ts';
import {
  authorizePayment,
  evaluatedSince,
  hashOfSigned,
  type CommonRefusal,
  type GivenPayment,
  type SignedRequest,
} from './authorize.ts';
import { sealData } from './method-data.ts';
import { cardSlot, type AuthorizationContext } from './store/authorize.ts';
import { selectBegin, type BeginRow } from './store/payins.ts';

export interface SignedBegin extends SignedRequest {
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
 * Begins the payment of an order that is not paid by card. Begun once more, or in a second tab, while the
 * first is under way, it is accepted and changes nothing: an order has one attempt under way.
 */
export async function beginTransfer(
  context: ServiceContext,
  caller: Caller,
  signed: SignedBegin,
): Promise<'accepted' | CommonRefusal | BeginRefusal> {
  const found = await selectBegin(context.db, signed.orderId);
  if (found === undefined) return 'not_found';
  if (found.payment_source !== signed.data.source) return 'other_source';
  const input = inputFrom(signed.data, found);
  if (typeof input === 'string') return input;
  return authorizePayment(context, caller, givenTransfer(context, caller, signed, input));
}

/** What the payer typed, and what the order knows of them already. */
function inputFrom(
  data: BeginRequest,
  { customer, asks_cpf: asksCpf, banks }: BeginRow,
): TransferInput | 'cpf_missing' | 'phone_missing' | 'bank_unknown' {
  switch (data.source) {
    case 'PIX':
      if (asksCpf && data.cpf === undefined) return 'cpf_missing';
      return { source: 'PIX', cpf: data.cpf };
    case 'P2P': {
      const { bank_id: bankId } = data;
      const isKnown = bankId === undefined || banks.some(({ id }) => id === bankId);
      return isKnown ? { source: 'P2P', bankId } : 'bank_unknown';
    }
    case 'PHONE': {
      const known = customer.phone === undefined ? undefined : new Sensitive(customer.phone);
      const phone = data.phone ?? known;
      return phone === undefined ? 'phone_missing' : { source: 'PHONE', phone };
    }
    case 'BLIK':
    case 'CRYPTO':
      return data;
  }
}

function givenTransfer(
  context: Pick<ServiceContext, 'keyring' | 'now' | 'terminals'>,
  caller: Caller,
  signed: SignedBegin,
  input: TransferInput,
): GivenPayment<BeginRefusal> {
  const { keyring } = context;
  const now = context.now();
  const payer = payerFingerprint(keyring, input);
  return {
    payer: signed.payer,
    now,
    cause: 'payment_begun',
    card: undefined,
    data: givenData(keyring, signed.orderId, input),
    input: {
      payinId: signed.orderId,
      requestHash: hashOfSigned(caller, signed),
      card: payer,
      slot: payer && cardSlot(payer),
      fingerprints: payer === null ? [] : [payer],
      ...evaluatedSince(now),
    },
    customer: (order) => order.customer,
    refuse: (order) => refuseTransfer(order, now),
    async open(terminal) {
      const transfers = await transfersOf(context, terminal);
      return async (attempt, saveReference, signal) =>
        checkedAnswer(await transfers.begin({ ...attempt, input }, saveReference, signal));
    },
  };
}

/** What declines are counted by and block lists hold; a BLIK code is of one payment alone. */
function payerFingerprint(keyring: Keyring, input: TransferInput): Buffer | null {
  if (input.source === 'PHONE') {
    return blockFingerprint(keyring, 'phone', normalizePhone(input.phone.reveal()));
  }
  if (input.source !== 'PIX' || input.cpf === undefined) return null;
  return keyring.fingerprint(FINGERPRINTED.cpf, input.cpf.reveal());
}

function givenData(
  keyring: Keyring,
  payinId: string,
  input: TransferInput,
): GivenPayment<BeginRefusal>['data'] {
  if (input.source === 'P2P' && input.bankId !== undefined) {
    return { open: { bank_id: input.bankId } };
  }
  if (input.source !== 'PIX' || input.cpf === undefined) return {};
  return { sealed: sealData(keyring, payinId, { cpf: input.cpf.reveal() }) };
}

function refuseTransfer(
  order: AuthorizationContext,
  now: Date,
): BeginRefusal | 'accepted' | undefined {
  if (order.repeated) return 'accepted';
  if (isFinal(order.status)) return 'not_awaiting_payment';
  if (order.status !== 'CREATED') return 'accepted';
  if (order.expires_at <= now) return 'not_awaiting_payment';
  return order.active ? undefined : 'method_inactive';
}
