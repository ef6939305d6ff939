import type { Customer } from '#contract/schemas/customer.ts';
import type { Types } from '@adyen/api-library';
import { z } from 'zod';
import { acquirerAddress } from '../acquirer-address.ts';
import type { NewAttempt, NewTransfer } from '../port.ts';
import { filled, type CheckoutTypes } from './client.ts';

/**
 * Builds the request for a card payment in the browser, with 3-D Secure on Adyen's page. Converts the shopper's and
 * browser's data to what Checkout API v72 accepts, and omits only the fields that it would refuse.
 */
export function paymentRequest(
  types: CheckoutTypes,
  attempt: NewAttempt,
  merchantAccount: string,
): Types.checkout.PaymentRequest {
  return filled(new types.PaymentRequest(), {
    ...commonMembers(types, attempt, { merchantAccount, shopper: cardholderOf(attempt) }),
    paymentMethod: cardOf(types, attempt),
    browserInfo: browserOf(types, attempt),
    authenticationData: filled(new types.AuthenticationData(), {
      threeDSRequestData: filled(new types.ThreeDSRequestData(), {
        nativeThreeDS: types.ThreeDSRequestData.NativeThreeDSEnum.Disabled,
      }),
    }),
    ...originOf(attempt.returnUrl),
  });
}

/** Builds the request for an MB WAY payment, which the payer approves on the phone with this number. */
export function mbWayRequest(
  types: CheckoutTypes,
  attempt: NewTransfer,
  { merchantAccount, telephoneNumber }: { merchantAccount: string; telephoneNumber: string },
): Types.checkout.PaymentRequest {
  const { customer: shopper } = attempt;
  const shopperEmail = EMAIL.safeParse(shopper.email).data;
  return filled(new types.PaymentRequest(), {
    ...commonMembers(types, attempt, { merchantAccount, shopper }),
    paymentMethod: filled(new types.MbwayDetails(), {
      type: types.MbwayDetails.TypeEnum.Mbway,
      telephoneNumber,
      // The API's description requires an e-mail address, but Adyen's own form does not ask for one.
      ...(shopperEmail !== undefined && { shopperEmail }),
    }),
  });
}

type Payment = Pick<NewAttempt, 'id' | 'amountMinor' | 'currency' | 'returnUrl' | 'payer'>;

function commonMembers(
  types: CheckoutTypes,
  { id, amountMinor, currency, returnUrl, payer }: Payment,
  { merchantAccount, shopper }: { merchantAccount: string; shopper: Customer },
): Partial<Types.checkout.PaymentRequest> {
  return {
    amount: filled(new types.Amount(), { currency, value: Number(amountMinor) }),
    reference: id,
    merchantAccount,
    returnUrl,
    channel: types.PaymentRequest.ChannelEnum.Web,
    shopperInteraction: types.PaymentRequest.ShopperInteractionEnum.Ecommerce,
    applicationInfo: filled(new types.ApplicationInfo(), {
      externalPlatform: filled(new types.ExternalPlatform(), { name: 'Tollgate' }),
    }),
    ...(payer.address !== undefined && { shopperIP: payer.address }),
    ...shopperOf(types, shopper),
  };
}

function cardOf(types: CheckoutTypes, attempt: NewAttempt): Types.checkout.CardDetails {
  const { number, securityCode, expiryMonth, expiryYear, firstName, lastName } =
    attempt.card.reveal();
  const holderName = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return filled(new types.CardDetails(), {
    type: types.CardDetails.TypeEnum.Scheme,
    number,
    expiryMonth,
    expiryYear: `20${expiryYear}`,
    cvc: securityCode,
    ...(holderName !== '' && { holderName }),
  });
}

const MAX_ORIGIN_LENGTH = 80;

/** Returns the origin of the payment page, to which Adyen sends shoppers back; omits one that is too long. */
function originOf(returnUrl: string): { origin?: string } {
  const { origin } = new URL(returnUrl);
  return origin.length <= MAX_ORIGIN_LENGTH ? { origin } : {};
}

function cardholderOf({ customer, card }: NewAttempt): Customer {
  const { firstName, lastName } = card.reveal();
  return {
    ...customer,
    first_name: customer.first_name ?? firstName,
    last_name: customer.last_name ?? lastName,
  };
}

const NAME = z.string().trim().min(1).max(80);
const EMAIL = z.email().max(256);
/** A plus sign, a country code of 1 to 3 digits and a number of 4 to 15 digits. */
const TELEPHONE = z.string().regex(/^\+[1-9]\d{4,17}$/);

/** Returns a number in Adyen's format, without separators; undefined if it is not valid. */
export function telephoneNumberOf(phone: string | undefined): string | undefined {
  return TELEPHONE.safeParse(phone?.replace(/[\s().-]/g, '')).data;
}

function shopperOf(
  types: CheckoutTypes,
  customer: Customer,
): Partial<Types.checkout.PaymentRequest> {
  const firstName = NAME.safeParse(customer.first_name).data;
  const lastName = NAME.safeParse(customer.last_name).data;
  const shopperEmail = EMAIL.safeParse(customer.email).data;
  const telephoneNumber = telephoneNumberOf(customer.phone);
  const billingAddress = billingAddressOf(types, customer.address);
  return {
    ...(firstName !== undefined &&
      lastName !== undefined && {
        shopperName: filled(new types.ShopperName(), { firstName, lastName }),
      }),
    ...(shopperEmail !== undefined && { shopperEmail }),
    ...(telephoneNumber !== undefined && { telephoneNumber }),
    ...(billingAddress !== undefined && { billingAddress }),
  };
}

/** Adyen requires these of an address, and our customers' addresses do not have them. */
const NOT_KNOWN = 'N/A';
const COUNTRY = z.string().regex(/^[A-Z]{2}$/);
const STATES_ARE_REQUIRED: ReadonlySet<string> = new Set(['US', 'CA']);

/** Returns the address if it is whole: Adyen takes it whole or not at all. */
function billingAddressOf(
  types: CheckoutTypes,
  address: Customer['address'],
): Types.checkout.BillingAddress | undefined {
  const { city, street, post_code: postCode, ...rest } = acquirerAddress(address);
  const country = COUNTRY.safeParse(rest.country).data;
  if (country === undefined || city === undefined || street === undefined) return undefined;
  const postalCode = postalCodeOf(postCode, country);
  if (postalCode === undefined) return undefined;
  return filled(new types.BillingAddress(), {
    ...streetOf(street),
    city,
    postalCode,
    country,
    ...(STATES_ARE_REQUIRED.has(country) && { stateOrProvince: NOT_KNOWN }),
  });
}

/** Returns a postal code that Adyen accepts: five digits in the United States, up to ten characters elsewhere. */
function postalCodeOf(code: string | undefined, country: string): string | undefined {
  if (country === 'US') return /^\d{5}(?=$|[\s-])/.exec(code ?? '')?.[0];
  return code !== undefined && code.length <= 10 ? code : undefined;
}

const NUMBER_LAST = /^(?<street>.*[^\d\s,])[\s,]+(?<house>\d{1,6}[\s/-]?\w{0,4})$/u;
const NUMBER_FIRST = /^(?<house>\d{1,6}[a-z]?)[\s,]+(?<street>\D.*)$/iu;

/**
 * Splits a street line into street and house number, which Adyen requires separately. The number is at the end or
 * the beginning of the line.
 */
function streetOf(line: string): { street: string; houseNumberOrName: string } {
  const parts = (NUMBER_LAST.exec(line) ?? NUMBER_FIRST.exec(line))?.groups;
  return {
    street: parts?.['street']?.trim() ?? line,
    houseNumberOrName: parts?.['house']?.trim() ?? NOT_KNOWN,
  };
}

function browserOf(
  types: CheckoutTypes,
  { browserInfo: browser, payer }: NewAttempt,
): Types.checkout.BrowserInfo {
  return filled(new types.BrowserInfo(), {
    acceptHeader: headerOf(payer.accept) ?? '*/*',
    userAgent: headerOf(payer.userAgent) ?? 'unknown',
    language: languageOf(payer.acceptLanguage),
    colorDepth: colorDepthOf(Number(browser.color_depth)),
    javaEnabled: browser.java_enabled,
    javaScriptEnabled: payer.script,
    screenHeight: Number(browser.screen_height),
    screenWidth: Number(browser.screen_width),
    timeZoneOffset: timeZoneOffsetOf(Number(browser.timezone)),
  });
}

const COLOR_DEPTHS = [48, 32, 30, 24, 16, 15, 8, 4, 1] as const;

/** Rounds down to a color depth that Adyen accepts. */
function colorDepthOf(bits: number): number {
  return COLOR_DEPTHS.find((known) => known <= bits) ?? 1;
}

/** Limits an offset to UTC+14 to UTC-12, in minutes as browsers count them (negative east of UTC). */
function timeZoneOffsetOf(minutes: number): number {
  return Math.min(Math.max(minutes, -14 * 60), 12 * 60);
}

/**
 * The header limits of EMV 3-D Secure, for which Adyen needs these headers: this length, and only printable ASCII.
 */
const MAX_HEADER_LENGTH = 2_048;
const PRINTABLE = /^[\x20-\x7e]+$/;

function headerOf(value: string | undefined): string | undefined {
  const cut = value?.slice(0, MAX_HEADER_LENGTH) ?? '';
  return PRINTABLE.test(cut) ? cut : undefined;
}

const DEFAULT_LANGUAGE = 'en';
const MAX_LANGUAGE_LENGTH = 8;

/** Returns the header's first valid language, as a BCP 47 tag of at most eight characters. */
function languageOf(acceptLanguage = ''): string {
  for (const part of acceptLanguage.slice(0, MAX_HEADER_LENGTH).split(',', 10)) {
    const tag = canonical(part.split(';', 1)[0]?.trim() ?? '');
    if (tag === undefined) continue;
    if (tag.length <= MAX_LANGUAGE_LENGTH) return tag;
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? language : `${language}-${region}`;
  }
  return DEFAULT_LANGUAGE;
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
