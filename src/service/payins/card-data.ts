import type { CardDataRequest } from '#contract/schemas/card-data.ts';
import { mergeCustomer, type Customer } from '#contract/schemas/customer.ts';
import { cardBrand } from '#domain/card/brand.ts';
import { maskCardNumber } from '#domain/card/number.ts';
import type { AddressMember, WantedContact } from '#domain/customer/wanted-data.ts';
import type { Route } from '#domain/routing/route.ts';
import type { Caller } from '../merchants/settings.ts';
import { customerFingerprints } from '../orders/fingerprints.ts';
import { hashSignedRequest } from '../orders/duplicate.ts';
import type { ServiceContext } from '../platform/context.ts';
import { FINGERPRINTED } from '../platform/keyring.ts';
import { missingAddressOf, missingContactOf } from '../routing/choose.ts';
import { authorizePayment } from './authorize.ts';
import { countedSince } from './limits.ts';
import type { CommonRefusal, SignedPayment, SubmittedPayment } from './record-attempt.ts';
import { attemptSlot, type AuthorizationContext } from './store/authorize.ts';

export interface SignedCardData extends SignedPayment {
  data: CardDataRequest;
}

type CardDataRefusal =
  | 'not_a_card_order'
  | 'not_awaiting_card_data'
  | 'method_inactive'
  | MissingData;

/** Returned to our own page alone, which then asks the shopper for what is missing. */
interface MissingData {
  missing: readonly MissingMember[];
}

/** A member of the customer, or of its address. `either`: one of e-mail and telephone number. */
export type MissingMember = Exclude<WantedContact, 'both'> | AddressMember;

/** The leading digits of a card number that conditions of routes can match. */
const BIN_DIGITS = 8;

/** Takes a card for a waiting payin: see `authorizePayment`. */
export async function submitCardData(
  context: ServiceContext,
  caller: Caller,
  signed: SignedCardData,
): Promise<'accepted' | CommonRefusal | CardDataRefusal> {
  const { keyring } = context;
  const { order_id: payinId, card, customer, browser_info: browserInfo } = signed.data;
  const now = context.now();
  const { number } = card.reveal();
  // As block lists have it: the number is normalized already.
  const fingerprint = keyring.fingerprint(FINGERPRINTED.card, number);
  const customerOf = (order: AuthorizationContext) => mergeCustomer(order.customer, customer);
  const submitted: SubmittedPayment<CardDataRefusal> = {
    payer: signed.payer,
    now,
    cause: 'card_data_accepted',
    card: {
      masked: maskCardNumber(number),
      routed: { brand: cardBrand(number) ?? null, bin: number.slice(0, BIN_DIGITS) },
    },
    data: {},
    input: {
      payinId,
      requestHash: hashSignedRequest(caller, signed),
      payerFingerprint: fingerprint,
      slot: attemptSlot(fingerprint),
      fingerprints: [fingerprint, ...customerFingerprints(keyring, customer)],
      ...countedSince(now),
    },
    customer: customerOf,
    refuse: (order, routes) =>
      refuseCard(order, now) ??
      (caller.scope === 'page' ? refuseIncomplete(routes, customerOf(order)) : undefined),
  };
  return authorizePayment(context, caller, submitted, { source: 'CARD', card, browserInfo });
}

function refuseCard(
  order: AuthorizationContext,
  now: Date,
): CardDataRefusal | 'accepted' | undefined {
  if (order.payment_source !== 'CARD') return 'not_a_card_order';
  if (order.repeated) return 'accepted';
  if (order.status !== 'CREATED' || order.expires_at <= now) return 'not_awaiting_card_data';
  return order.active ? undefined : 'method_inactive';
}

/** Refuses a form without the data that the page asked for. The page shows the refusal at the fields. */
function refuseIncomplete(routes: readonly Route[], customer: Customer): MissingData | undefined {
  const contact = missingContactOf(routes, customer);
  const missing: MissingMember[] = [
    ...(contact === 'both' ? (['email', 'phone'] as const) : contact ? [contact] : []),
    ...missingAddressOf(routes, customer),
  ];
  return missing.length === 0 ? undefined : { missing };
}
