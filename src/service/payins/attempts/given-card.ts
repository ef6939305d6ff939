import { createHash } from 'node:crypto';
import type { CardDataRequest } from '#contract/schemas/card-data.ts';
import { cardBrand } from '#domain/card/brand.ts';
import { maskCardNumber, type CardBrand } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import type { CardAttempt } from '../../providers/provider.ts';
import { blockFingerprint, customerFingerprints } from '../../orders/block-list.ts';
import { cardSlot, type GroundsInput } from './card-data-queries.ts';

/**
 * What distinguishes a signed request from every other: the same bytes under the same key and timestamp.
 */
export interface SignedCardData {
  data: CardDataRequest;
  timestamp: string;
  signature: string;
}

/** Card data as it is judged, at one moment. */
export interface GivenCard {
  request: CardDataRequest;
  cardNumberMasked: string;
  brand: CardBrand | null;
  groundsInput: GroundsInput;
  now: Date;
}

const HOUR_MS = 3_600_000;

export function givenCard(
  { keyring, now }: Pick<ServiceContext, 'keyring' | 'now'>,
  caller: Caller,
  signed: SignedCardData,
): GivenCard {
  const { data: request } = signed;
  const at = now();
  const number = request.card_number.reveal();
  const brand = cardBrand(number) ?? null;
  const card = blockFingerprint(keyring, 'card', number);
  return {
    request,
    cardNumberMasked: maskCardNumber(number),
    brand,
    now: at,
    groundsInput: {
      payinId: request.order_id,
      requestHash: hashOf(caller, signed),
      card,
      slot: cardSlot(card),
      brand,
      fingerprints: [card, ...customerFingerprints(keyring, request.customer)],
      declinedSince: new Date(at.getTime() - HOUR_MS),
    },
  };
}

/** The MAC covers method, path, timestamp and body; hexadecimal counts in either case. */
function hashOf({ keyId }: Caller, { timestamp, signature }: SignedCardData): Buffer {
  const signed = `${keyId}\n${timestamp}\n${signature.toLowerCase()}`;
  return createHash('sha256').update(signed).digest();
}

/** For the provider alone. */
export function cardDetails(request: CardDataRequest): CardAttempt['card'] {
  return new Sensitive({
    number: request.card_number.reveal(),
    securityCode: request.cvv.reveal(),
    expiryMonth: request.exp_month,
    expiryYear: request.exp_year,
    firstName: request.first_name?.reveal(),
    lastName: request.last_name?.reveal(),
  });
}
