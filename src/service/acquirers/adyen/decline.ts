import { ownValue } from '#domain/own-value.ts';
import type { Authentication } from '#domain/card/authentication.ts';
import type { DeclineAdvice, DeclineReason } from '#domain/card/decline-reason.ts';
import type { CardBrand } from '#domain/card/number.ts';
import { schemeAdvice, type SchemeAdvice } from '#domain/card/scheme-advice.ts';
import { z } from 'zod';
import { declineMessage } from '../decline-message.ts';
import type { AcquirerAnswer } from '../port.ts';

type Declined = Extract<AcquirerAnswer, { message: string }>;

interface ReportedRefusal {
  code?: string | undefined;
  name?: string | undefined;
  /** The scheme's advice that came with it. */
  scheme?: SchemeAdvice | undefined;
  authentication?: Authentication | undefined;
}

/**
 * Returns the decline for a refusal in Adyen's closed list. An answer has the code; a webhook has only its name.
 */
export function declineOf(reference: string, reported: ReportedRefusal): Declined {
  const refusal = refusalOf(reported);
  const {
    reason,
    hard,
    advice = reported.scheme?.advice,
    acquirerSpecific,
    unmappedCode,
  } = refusal;
  return {
    outcome: hard ? 'hard_decline' : 'soft_decline',
    reference,
    message: declineMessage(reported.name ?? refusal.name),
    reason,
    ...(unmappedCode !== undefined && { unmappedCode }),
    ...(advice !== undefined && { advice }),
    ...(reported.scheme !== undefined && { schemeCode: reported.scheme.code }),
    ...(reported.authentication !== undefined && { authentication: reported.authentication }),
    ...(acquirerSpecific && { mayTryAnother: true }),
  };
}

function refusalOf({
  code,
  name,
}: ReportedRefusal): Refusal & { unmappedCode?: string | undefined } {
  const byCode = code === undefined ? undefined : ownValue(REFUSALS, code);
  const refusal = byCode ?? (name === undefined ? undefined : refusalNamed(name));
  return refusal ?? { name: undefined, reason: 'other', unmappedCode: code ?? name };
}

/** Finds a refusal by the name in a webhook, which may be in capitals. */
function refusalNamed(name: string): Refusal | undefined {
  const alias = ownValue(OTHER_NAMES, name);
  if (alias !== undefined) return REFUSALS[alias];
  const lower = name.toLowerCase();
  return Object.values(REFUSALS).find((known) => known?.name?.toLowerCase() === lower);
}

const additionalData = z
  .object({
    merchantAdviceCode: z.string().optional().catch(undefined),
    refusalReasonRaw: z.string().optional().catch(undefined),
    paymentMethod: z.string().optional().catch(undefined),
    cardPaymentMethod: z.string().optional().catch(undefined),
  })
  .optional()
  .catch(undefined);

/** Adyen's names of the schemes. */
const SCHEMES: Readonly<Record<string, CardBrand | undefined>> = {
  visa: 'visa',
  mc: 'mastercard',
  maestro: 'maestro',
  amex: 'amex',
};

/**
 * Returns the scheme's advice. `merchantAdviceCode` begins with Mastercard's number, `refusalReasonRaw` with the
 * issuer's response code. The account must be configured to receive them
 * (docs.adyen.com/development-resources/raw-acquirer-responses).
 */
export function schemeAdviceOf(additional: unknown): SchemeAdvice | undefined {
  const data = additionalData.parse(additional);
  const method = data?.cardPaymentMethod ?? data?.paymentMethod ?? '';
  return schemeAdvice({
    scheme: ownValue(SCHEMES, method),
    adviceCode: data?.merchantAdviceCode,
    responseCode: data?.refusalReasonRaw,
  });
}

interface Refusal {
  name: string | undefined;
  reason: DeclineReason;
  /** Ends the order. */
  hard?: true;
  advice?: DeclineAdvice;
  /** The acquirer could not reach the card's issuer; another acquirer may. */
  acquirerSpecific?: true;
}

/**
 * Adyen's refusal reasons (docs.adyen.com/development-resources/refusal-reasons, as of 30 August 2026; 43 to 45
 * from an earlier edition). A card that requires a PIN, a chip or an account type cannot be used here, because a
 * payment page cannot provide them.
 *
 * Adyen forbids telling shoppers about fraud, theft and blocked cards: for `stolen` and `fraud`, the page only asks
 * for another card.
 */
const REFUSALS: Readonly<Record<string, Refusal | undefined>> = {
  2: { name: 'Refused', reason: 'other' },
  3: { name: 'Referral', reason: 'other' },
  4: { name: 'Acquirer Error', reason: 'try_later', acquirerSpecific: true },
  5: { name: 'Blocked Card', reason: 'stolen', hard: true },
  6: { name: 'Expired Card', reason: 'expired_card' },
  7: { name: 'Invalid Amount', reason: 'other' },
  8: { name: 'Invalid Card Number', reason: 'incorrect_number' },
  9: { name: 'Issuer Unavailable', reason: 'try_later' },
  10: { name: 'Not supported', reason: 'not_permitted' },
  11: { name: '3D Not Authenticated', reason: 'not_authenticated' },
  12: { name: 'Not enough balance', reason: 'insufficient_funds' },
  14: { name: 'Acquirer Fraud', reason: 'fraud', hard: true },
  15: { name: 'Cancelled', reason: 'cancelled' },
  16: { name: 'Shopper Cancelled', reason: 'cancelled' },
  17: { name: 'Invalid Pin', reason: 'not_permitted' },
  18: { name: 'Pin tries exceeded', reason: 'not_permitted' },
  19: { name: 'Pin validation not possible', reason: 'not_permitted' },
  20: { name: 'FRAUD', reason: 'fraud', hard: true },
  21: { name: 'Not Submitted', reason: 'try_later', acquirerSpecific: true },
  22: { name: 'FRAUD-CANCELLED', reason: 'fraud', hard: true },
  23: { name: 'Transaction Not Permitted', reason: 'not_permitted' },
  24: { name: 'CVC Declined', reason: 'incorrect_code' },
  25: { name: 'Restricted Card', reason: 'not_permitted' },
  26: {
    name: 'Revocation Of Auth',
    reason: 'not_permitted',
    advice: 'do_not_try_again',
  },
  27: { name: 'Declined Non Generic', reason: 'other' },
  28: { name: 'Withdrawal amount exceeded', reason: 'limit' },
  29: { name: 'Withdrawal count exceeded', reason: 'limit' },
  31: { name: 'Issuer Suspected Fraud', reason: 'fraud', hard: true },
  32: { name: 'AVS Declined', reason: 'other', advice: 'confirm_card_data' },
  33: { name: 'Card requires online pin', reason: 'not_permitted' },
  34: { name: 'No checking account available on Card', reason: 'not_permitted' },
  35: { name: 'No savings account available on Card', reason: 'not_permitted' },
  36: { name: 'Mobile pin required', reason: 'not_permitted' },
  37: { name: 'Contactless fallback', reason: 'not_permitted' },
  38: { name: 'Authentication required', reason: 'not_authenticated' },
  39: { name: 'RReq not received from DS', reason: 'not_authenticated' },
  40: { name: 'Current AID is in Penalty Box', reason: 'try_later' },
  41: { name: 'CVM Required Restart Payment', reason: 'try_later' },
  42: { name: '3DS Authentication Error', reason: 'not_authenticated' },
  43: { name: 'Online PIN required', reason: 'not_permitted' },
  44: { name: 'Try another interface', reason: 'not_permitted' },
  45: { name: 'Chip downgrade mode', reason: 'not_permitted' },
  46: {
    name: 'Transaction blocked by Adyen to prevent excessive retry fees',
    reason: 'not_permitted',
    advice: 'do_not_try_again',
  },
  50: { name: 'Token Revoked', reason: 'not_permitted' },
};

/** Names outside the list that webhooks have as their reason, with the codes of what they mean. */
const OTHER_NAMES: Readonly<Record<string, string | undefined>> = {
  'Authentication failed': '11',
  '3d-secure: Authentication failed': '11',
};

/**
 * Returns a decline for a request that Adyen refused because of the shopper's input, which the shopper can correct.
 * No other acquirer would accept it (docs.adyen.com/development-resources/error-codes, as of 25 November 2026).
 */
export function typingErrorOf(reference: string, errorCode: string): Declined | undefined {
  const error = ownValue(TYPING_ERRORS, errorCode);
  return error && { outcome: 'soft_decline', reference, ...error };
}

const TYPING_ERRORS: Readonly<Record<string, Pick<Declined, 'message' | 'reason'> | undefined>> = {
  101: { message: 'Invalid card number', reason: 'incorrect_number' },
  102: { message: 'Unable to determine variant', reason: 'incorrect_number' },
  103: { message: 'CVC is not the right length', reason: 'incorrect_code' },
  129: { message: 'Expiry Date Invalid', reason: 'expired_card' },
  140: { message: 'Invalid expiryMonth or expiryYear', reason: 'expired_card' },
  141: { message: 'Invalid expiryMonth or expiryYear', reason: 'expired_card' },
};
