import type { DeclineAdvice } from './decline-reason.ts';
import type { CardBrand } from './number.ts';

/** A scheme's advice about retrying a declined card, as the acquirer passed it on. */
export interface SchemeAdvice {
  /** The scheme's own name for the code, to display: `Mastercard 03`, `Visa 14 (category 1)`. */
  code: string;
  advice: DeclineAdvice | undefined;
}

interface SchemeCodes {
  /** Undefined if the acquirer does not report it. */
  scheme: CardBrand | undefined;
  /** Mastercard's merchant advice code: two digits, optionally followed by text. */
  adviceCode?: string | undefined;
  /** The issuer's response code: two characters, optionally followed by text. */
  responseCode?: string | undefined;
}

/**
 * Returns the advice in an acquirer's codes. Mastercard sends a separate advice code; Visa's advice follows from the
 * category of the response code.
 */
export function schemeAdvice({
  scheme,
  adviceCode = '',
  responseCode = '',
}: SchemeCodes): SchemeAdvice | undefined {
  const [merchantAdvice] = /^\d{2}(?!\d)/.exec(adviceCode) ?? [];
  if (merchantAdvice !== undefined && scheme !== 'visa') {
    return { code: `Mastercard ${merchantAdvice}`, advice: MASTERCARD[merchantAdvice] };
  }
  const [response] = /^[0-9A-Z]{2}(?![0-9A-Za-z])/.exec(responseCode) ?? [];
  if (response === undefined || response === '00' || scheme !== 'visa') return undefined;
  const category = VISA_CATEGORIES[response] ?? 4;
  return { code: `Visa ${response} (category ${category})`, advice: VISA_ADVICE[category] };
}

/**
 * Mastercard's merchant advice codes, as docs.antom.com/ac/ams/mac.md and Braintree's "Merchant Advice Codes" list
 * them (26 November 2026). Codes that are absent here give no advice about another attempt.
 */
const MASTERCARD: Readonly<Record<string, DeclineAdvice | undefined>> = {
  '01': 'confirm_card_data',
  '02': 'try_again_later',
  '03': 'do_not_try_again',
  '21': 'do_not_try_again',
  '24': 'try_again_later',
  '25': 'try_again_later',
  '26': 'try_again_later',
  '27': 'try_again_later',
  '28': 'try_again_later',
  '29': 'try_again_later',
  '30': 'try_again_later',
};

/** 1: the issuer will never approve. 2: not now. 3: check the data first. 4: all other codes. */
type VisaCategory = 1 | 2 | 3 | 4;

/**
 * Visa's response codes by category, as checkout.com/docs/developer-resources/codes/visa-response-codes lists
 * them (26 February 2025), with 46, 83 and R0 of developers.tabapay.com/docs/visa-response-code-updates, whose
 * changes are in effect since 25 October 2026.
 */
const VISA_CATEGORIES: Readonly<Record<string, VisaCategory | undefined>> = {
  ...categoryOf('04 07 12 14 15 41 43 46 57 R0 R1 R3', 1),
  ...categoryOf('03 19 51 59 61 62 65 75 78 83 91 93 96 5C 9G', 2),
  ...categoryOf('54 55 70 82 1A 6P N7', 3),
};

function categoryOf(codes: string, category: VisaCategory): Record<string, VisaCategory> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, category]));
}

const VISA_ADVICE: Readonly<Record<VisaCategory, DeclineAdvice | undefined>> = {
  1: 'do_not_try_again',
  2: 'try_again_later',
  3: 'confirm_card_data',
  4: undefined,
};
