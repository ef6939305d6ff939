import { error } from '@sveltejs/kit';
import { z } from 'zod';

import { formatAmount } from '$lib/i18n/format.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

const challenge = z.object({
  order_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  card_number: z.string(),
  state: z.enum(['open', 'approved', 'refused']).or(z.string()),
  return_url: z.url({ protocol: /^https?$/ }),
});

/** A challenge as stored by the embedded acquirer. */
type Challenge = z.output<typeof challenge>;

/** Loads the stand-in for the page of a card's issuer, which asks the cardholder to confirm a payment. */
export const load: PageServerLoad = async ({ params, parent, locals }) => {
  await parent();
  const { amount, currency, card_number, state, return_url } = await askAcquirer(params.id, locals);
  return {
    amount: formatAmount(Number(amount), currency, locals.language.code),
    cardNumber: card_number,
    isOpen: state === 'open',
    returnUrl: return_url,
  };
};

/** Decides the challenge. Then the page shows the decision, and posts the shopper back like an issuer. */
export const actions: Actions = {
  approve: ({ params, locals }) => decide('approve', params.id, locals),
  refuse: ({ params, locals }) => decide('refuse', params.id, locals),
};

async function decide(
  outcome: 'approve' | 'refuse',
  id: string,
  locals: App.Locals,
): Promise<void> {
  if (!pageConfig().isSandbox) noSuchChallenge();
  await askAcquirer(id, locals, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  });
}

/** Calls the embedded acquirer for the stand-in issuer; the payment page is not involved. */
async function askAcquirer(
  id: string,
  { serviceFetch }: App.Locals,
  init: RequestInit = {},
): Promise<Challenge> {
  const url = new URL(`/api/sandbox/v1/challenges/${id}`, pageConfig().orders.baseUrl);
  const answer = await serviceFetch(url, init);
  return answer.ok ? challenge.parse(await answer.json()) : noSuchChallenge();
}

function noSuchChallenge(): never {
  error(404, { message: 'No such challenge', state: 'notFound' });
}
