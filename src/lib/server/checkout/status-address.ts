import { createHash } from 'node:crypto';

import type { Cookies } from '@sveltejs/kit';

import { BLIK_CODE } from '#contract/patterns.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { ARRIVED_FROM } from '../../card-form/fields.ts';
import { languageOfTag, type LanguageCode } from '../../i18n/languages.ts';
import { CODE_GROUPS, groupDigits } from '../../transfer/group-digits.ts';
import { pageConfig } from '../page-config.ts';
import { CHOSEN_LANGUAGE } from './language.ts';

/** The parameters of the status page's address. Anybody can make them up, which is harmless. */
export interface Arrival {
  /** When the shopper's wait began, Unix milliseconds. */
  sinceMs?: number;
  /** The order's fingerprint before the card was sent, which reveals what has changed since. */
  from?: string | undefined;
  /** Whether what this window sent was not used, because another window was first. */
  isUnused?: boolean | undefined;
  /** The language in the page's address, if it has one. */
  lang?: LanguageCode | undefined;
}

/** The parameters as read from an address. */
export interface ReadArrival extends Arrival {
  sinceMs: number;
  waitedMs: number;
  /** Whether the address has a valid start of the wait. The bank's post back redirects to an address that has one. */
  isBack: boolean;
}

/** The query parameter for the start of the wait. */
const SINCE = 'since';
const UNUSED = 'unused';
const OWN_PARAMETERS: readonly string[] = [SINCE, UNUSED, ARRIVED_FROM, CHOSEN_LANGUAGE];

export function orderAddress(id: string): string {
  return `/pay/${id}`;
}

/** Returns the address of the sandbox's stand-in for the payer's side. */
export function payerAddress(id: string): string {
  return `/bank/${id}`;
}

/** Returns the address of an order's status page. */
export function statusAddress(id: string, arrival: Arrival = {}): string {
  return `${orderAddress(id)}/status?${arrivalQuery(arrival)}`.replace(/\?$/, '');
}

/** Reads the parameters of an address. A wait without a start, or with one in the future, begins now. */
export function readArrival(query: URLSearchParams, nowMs: number): ReadArrival {
  const claimedMs = Number(query.get(SINCE) ?? Number.NaN) * 1000;
  const isBack = claimedMs > 0 && claimedMs <= nowMs;
  const sinceMs = isBack ? claimedMs : nowMs;
  const claimedFrom = query.get(ARRIVED_FROM) ?? '';
  const from = FINGERPRINT.test(claimedFrom) ? claimedFrom : undefined;
  return {
    sinceMs,
    waitedMs: nowMs - sinceMs,
    isBack,
    from,
    isUnused: query.has(UNUSED),
    lang: languageOfTag(query.get(CHOSEN_LANGUAGE) ?? '')?.code,
  };
}

/**
 * Returns the parameters that are not the page's own: the issuer's, if its page sent the shopper back. They are why the
 * parameters that a merchant added to `pay_url` end at the form: here they would go to the acquirer.
 */
export function foreignParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => !OWN_PARAMETERS.includes(name));
}

/**
 * The cookie that records a sent card. It is limited to the order's pages, and to the time for which another
 * deployment may still process the card.
 */
export const SENT_CARD_COOKIE = 'sent';

/** Sets the cookie that tells later requests for the order that its card was sent, and when. */
export function saveSentCard(cookies: Cookies, url: URL, id: string, arrival: Arrival): void {
  cookies.set(SENT_CARD_COOKIE, arrivalQuery(arrival), {
    path: orderAddress(id),
    maxAge: pageConfig().pendingAfterMs / 1000,
    secure: url.protocol === 'https:',
  });
}

/** The cookie of a browser that sent a payment for the order, for the order's pages, until the browser is closed. */
export const PAYER_COOKIE = 'payer';

/** Sets the cookie by which the pages of an order that a link made show this browser what is known of its payer. */
export function savePayer(cookies: Cookies, url: URL, id: string): void {
  cookies.set(PAYER_COOKIE, '1', { path: orderAddress(id), secure: url.protocol === 'https:' });
}

const TYPED_CODE_COOKIE = 'code';
/** How long a bank accepts the code. */
const TYPED_CODE_SECONDS = 120;

/** Keeps the typed code in a cookie for the order's pages; it is stored nowhere else. */
export function saveTypedCode(cookies: Cookies, url: URL, id: string, code: string): void {
  cookies.set(TYPED_CODE_COOKIE, code, {
    path: orderAddress(id),
    maxAge: TYPED_CODE_SECONDS,
    secure: url.protocol === 'https:',
  });
}

/** Returns the code as its field showed it, while it can still be confirmed. */
export function readTypedCode(cookies: Cookies): string | undefined {
  const code = cookies.get(TYPED_CODE_COOKIE) ?? '';
  return BLIK_CODE.test(code) ? groupDigits(code, CODE_GROUPS) : undefined;
}

/** Reads from this browser's cookie when a card was sent for the order. */
export function readSentCard({ sentCard = '' }: App.Locals, nowMs: number): ReadArrival {
  return readArrival(new URLSearchParams(sentCard), nowMs);
}

function arrivalQuery({ sinceMs, from, isUnused, lang }: Arrival): string {
  const query = new URLSearchParams();
  if (sinceMs !== undefined) query.set(SINCE, String(Math.floor(sinceMs / 1000)));
  if (from !== undefined) query.set(ARRIVED_FROM, from);
  if (isUnused) query.set(UNUSED, '1');
  if (lang !== undefined) query.set(CHOSEN_LANGUAGE, lang);
  return query.toString();
}

const FINGERPRINT_LENGTH = 12;
/** The hash of pay_url, followed by that of the message if there is one: enough to detect a change. */
export const FINGERPRINT = /^(?:[\w-]{12}){1,2}$/;

type Shown = Pick<PayinOrder, 'pay_url' | 'provider_error_message'>;

/**
 * Returns the fingerprint of an order at the time its form is shown. If pay_url changes later, there is a challenge;
 * if the message changes, a decline.
 */
export function fingerprint({
  pay_url: payUrl = '',
  provider_error_message: message,
}: Shown): string {
  return hash(payUrl) + (message ? hash(message) : '');
}

export function hasNewAddress(order: Shown, from: string): boolean {
  return hash(order.pay_url ?? '') !== from.slice(0, FINGERPRINT_LENGTH);
}

/** Tells whether there is a new message; an empty message does not count. */
export function hasNewMessage({ provider_error_message: message }: Shown, from: string): boolean {
  return (
    message !== undefined && message !== '' && hash(message) !== from.slice(FINGERPRINT_LENGTH)
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}
