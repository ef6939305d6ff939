import { createHash } from 'node:crypto';

import type { Cookies } from '@sveltejs/kit';

import { BLIK_CODE } from '#contract/patterns.ts';
import type { PayinOrder } from '#contract/schemas/payin.ts';

import { ARRIVED_FROM } from '../../card-form/fields.ts';
import { CODE_GROUPS, groupDigits } from '../../transfer/group-digits.ts';
import { pageConfig } from '../page-config.ts';
import { CHOSEN_LANGUAGE } from './language.ts';

/** With what a shopper is sent to the status page. All of it can be made up by anybody, and may. */
export interface Arrival {
  /** Since when the shopper waits, Unix milliseconds. */
  sinceMs?: number;
  /** The fingerprint of the order before the card was sent: it shows what has changed since. */
  from?: string | undefined;
  /** Whether the shopper says that a transfer is on its way. */
  hasSent?: boolean | undefined;
}

/** The same as it comes back. */
export interface ReadArrival extends Arrival {
  sinceMs: number;
  waitedMs: number;
  /** Whether the address says since when: the bank's posting back leads to one that does. */
  isBack: boolean;
}

/** Since when the shopper waits, in the address. */
const SINCE = 'since';
const SENT = 'sent';
const OWN_PARAMETERS: readonly string[] = [SINCE, SENT, ARRIVED_FROM, CHOSEN_LANGUAGE];

export function orderAddress(id: string): string {
  return `/pay/${id}`;
}

/** Of the sandbox's stand-in for the payer's side. */
export function payerAddress(id: string): string {
  return `/bank/${id}`;
}

/** The address of an order's status page. */
export function statusAddress(id: string, arrival: Arrival = {}): string {
  return `${orderAddress(id)}/status?${arrivalQuery(arrival)}`.replace(/\?$/, '');
}

/** A wait that began in the future, or at no time at all, begins now. */
export function readArrival(query: URLSearchParams, nowMs: number): ReadArrival {
  const claimedMs = Number(query.get(SINCE) ?? Number.NaN) * 1000;
  const isBack = claimedMs > 0 && claimedMs <= nowMs;
  const sinceMs = isBack ? claimedMs : nowMs;
  const claimedFrom = query.get(ARRIVED_FROM) ?? '';
  const from = FINGERPRINT.test(claimedFrom) ? claimedFrom : undefined;
  return { sinceMs, waitedMs: nowMs - sinceMs, isBack, from, hasSent: query.has(SENT) };
}

/** Parameters of an address that the page itself gave none of: the issuer's, where its page sent the shopper back. */
export function foreignParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => !OWN_PARAMETERS.includes(name));
}

/** Beside an order's pages alone, and only for as long as another deployment may go on with a card. */
export const SENT_CARD_COOKIE = 'sent';

/** Has the browser say with its next requests for the order that its card was sent, and when. */
export function saveSentCard(cookies: Cookies, url: URL, id: string, arrival: Arrival): void {
  cookies.set(SENT_CARD_COOKIE, arrivalQuery(arrival), {
    path: orderAddress(id),
    maxAge: pageConfig().pendingAfterMs / 1000,
    secure: url.protocol === 'https:',
  });
}

const TYPED_CODE_COOKIE = 'code';
/** As long as a bank takes it for. */
const TYPED_CODE_SECONDS = 120;

/** Has the browser keep the code that was typed, beside the order's pages: it is nowhere else. */
export function saveTypedCode(cookies: Cookies, url: URL, id: string, code: string): void {
  cookies.set(TYPED_CODE_COOKIE, code, {
    path: orderAddress(id),
    maxAge: TYPED_CODE_SECONDS,
    secure: url.protocol === 'https:',
  });
}

/** The code as its field showed it, while it may still be confirmed. */
export function readTypedCode(cookies: Cookies): string | undefined {
  const code = cookies.get(TYPED_CODE_COOKIE) ?? '';
  return BLIK_CODE.test(code) ? groupDigits(code, CODE_GROUPS) : undefined;
}

/** When a card was sent for the order before, as far as this browser says. */
export function readSentCard({ sentCard = '' }: App.Locals, nowMs: number): ReadArrival {
  return readArrival(new URLSearchParams(sentCard), nowMs);
}

function arrivalQuery({ sinceMs, from, hasSent }: Arrival): string {
  const query = new URLSearchParams();
  if (sinceMs !== undefined) query.set(SINCE, String(Math.floor(sinceMs / 1000)));
  if (from !== undefined) query.set(ARRIVED_FROM, from);
  if (hasSent) query.set(SENT, '1');
  return query.toString();
}

const FINGERPRINT_LENGTH = 12;
/** Of the address, and of the message where there is one: enough to see that one changed. */
export const FINGERPRINT = /^(?:[\w-]{12}){1,2}$/;

type Shown = Pick<PayinOrder, 'pay_url' | 'provider_error_message'>;

/** An order as its form was shown: another pay_url afterwards is a challenge, another message a decline. */
export function fingerprint({
  pay_url: payUrl = '',
  provider_error_message: message,
}: Shown): string {
  return hash(payUrl) + (message ? hash(message) : '');
}

export function hasNewAddress(order: Shown, from: string): boolean {
  return hash(order.pay_url ?? '') !== from.slice(0, FINGERPRINT_LENGTH);
}

/** An empty message is none. */
export function hasNewMessage({ provider_error_message: message }: Shown, from: string): boolean {
  return (
    message !== undefined && message !== '' && hash(message) !== from.slice(FINGERPRINT_LENGTH)
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}
