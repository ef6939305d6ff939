import { createHash } from 'node:crypto';
import type { CardDataRequest } from '#contract/schemas/card-data.ts';
import { cardBrand } from '#domain/card/brand.ts';
import { maskCardNumber } from '#domain/card/number.ts';
import { Sensitive } from '#domain/card/sensitive.ts';
import type { RoutedCard } from '#domain/routing/choose-routes.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Caller } from '../../merchants/settings.ts';
import type { PayerContext } from '../../providers/acquirer.ts';
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
  /** Beside what is signed. */
  payer: PayerContext;
}

/** Card data as it is judged, at one moment. */
export interface GivenCard {
  request: CardDataRequest;
  payer: PayerContext;
  cardNumberMasked: string;
  card: RoutedCard;
  groundsInput: GroundsInput;
  now: Date;
}

/** What routes' conditions may speak of. */
const BIN_DIGITS = 8;
const HOUR_MS = 3_600_000;
/** For how long a scheme's advice not to try a card again holds for a merchant. */
const ADVISED_MS = 30 * 24 * HOUR_MS;

export function givenCard(
  { keyring, now }: Pick<ServiceContext, 'keyring' | 'now'>,
  caller: Caller,
  signed: SignedCardData,
): GivenCard {
  const { data: request } = signed;
  const at = now();
  const number = request.card_number.reveal();
  const fingerprint = blockFingerprint(keyring, 'card', number);
  return {
    request,
    payer: signed.payer,
    cardNumberMasked: maskCardNumber(number),
    card: { brand: cardBrand(number) ?? null, bin: number.slice(0, BIN_DIGITS) },
    now: at,
    groundsInput: {
      payinId: request.order_id,
      requestHash: hashOf(caller, signed),
      card: fingerprint,
      slot: cardSlot(fingerprint),
      fingerprints: [fingerprint, ...customerFingerprints(keyring, request.customer)],
      declinedSince: new Date(at.getTime() - HOUR_MS),
      advisedSince: new Date(at.getTime() - ADVISED_MS),
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
