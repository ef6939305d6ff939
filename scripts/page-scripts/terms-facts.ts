import type { Checkout } from '#contract/schemas/checkout.ts';

import { z } from 'zod';

import type { ShownReason } from '../../src/lib/i18n/messages.ts';
import { jsonIn, valueIn } from './html-values.ts';
import { linkIn, messagesOf } from './order-text.ts';

/** What a page shows that it can know only from the service's private read. */
export interface Terms {
  description: string | undefined;
  operator: string | undefined;
  termsLink: string | undefined;
  privacyLink: string | undefined;
  acceptedBrands: string[];
  secondsLeft: number;
  attemptsLeft: number;
  card: Checkout['card'];
  lastFailure: Checkout['last_failure'];
  endedBy: Checkout['ended_by'];
}

/** A decline reason for each reason that a page can show. */
const REASONS = {
  funds: 'insufficient_funds',
  number: 'incorrect_number',
  code: 'incorrect_code',
  expired: 'expired_card',
  limit: 'limit',
  minimum: 'under_minimum',
  notPermitted: 'not_permitted',
  authentication: 'not_authenticated',
  cancelled: 'cancelled',
  anotherCard: 'stolen',
  later: 'try_later',
} as const satisfies Record<ShownReason, string>;

/** Reads the terms from a page; undefined if it was rendered without the private read. */
export function readTerms(html: string): Terms | undefined {
  const { terms, privacy } = messagesOf(html).order;
  const secondsLeft = numberIn(html, / data-seconds="(\d+)"/);
  const attemptsLeft = attemptsIn(html);
  const known = {
    description: valueIn(html, /<p class="description[^"]*"><bdi>([^<]*)<\/bdi>/),
    operator: valueIn(html, /<p class="operator[^"]*">([^<]*)<\/p>/),
    termsLink: linkIn(html, terms),
    privacyLink: linkIn(html, privacy),
    card: cardIn(html),
    lastFailure: failureIn(html),
    endedBy: stateIn(html) === 'cancelled' ? ('cancelled' as const) : undefined,
  };
  const isKnown = [secondsLeft, attemptsLeft, ...Object.values(known)].some(
    (fact) => fact !== undefined,
  );
  return isKnown
    ? {
        ...known,
        acceptedBrands: Array.from(
          html.matchAll(/ data-brand="(\w+)"/g),
          ([, brand = '']) => brand,
        ),
        secondsLeft: secondsLeft ?? 0,
        attemptsLeft: attemptsLeft ?? 0,
      }
    : undefined;
}

const statusView = z.object({ state: z.string(), mayTakeAnotherCard: z.boolean().optional() });

function stateIn(html: string) {
  return statusView.safeParse(jsonIn(html, 'data-view')).data?.state;
}

function attemptsIn(html: string): number | undefined {
  const view = statusView.safeParse(jsonIn(html, 'data-view')).data;
  if (view?.mayTakeAnotherCard === true) return 1;
  return numberIn(html, / data-attempts-left="(\d+)"/);
}

function cardIn(html: string): Checkout['card'] {
  const receipt = /<dl id="receipt".*?<\/dl>/s.exec(html)?.[0] ?? '';
  const brand = / data-brand="(\w+)"/.exec(receipt)?.[1];
  const lastFour = /•••• (\d{4})/.exec(receipt)?.[1];
  return brand === undefined || lastFour === undefined ? undefined : { brand, last_four: lastFour };
}

function failureIn(html: string): Checkout['last_failure'] {
  const notice = /<div id="notice"[^>]*>.*?<\/div>/s.exec(html)?.[0] ?? '';
  const { reasons, notSent } = messagesOf(html).form;
  if (notice.includes(`<h2>${notSent}</h2>`)) return { outcome: 'never_seen' };
  const shown = entriesOf(reasons).find(([, text]) => notice.includes(`<p>${text}</p>`));
  return shown && { outcome: 'declined', reason: REASONS[shown[0]] };
}

function entriesOf<Key extends string>(record: Record<Key, string>) {
  return (Object.keys(record) as Key[]).map((key) => [key, record[key]] as const);
}

function numberIn(html: string, pattern: RegExp): number | undefined {
  const text = valueIn(html, pattern);
  return text === undefined ? undefined : Number(text);
}
