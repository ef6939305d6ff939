import { z } from 'zod';

import { formatAmount } from '$lib/i18n/format.ts';
import { askSandbox } from '$lib/server/ask-sandbox.ts';

import type { Actions, PageServerLoad } from './$types';

/** A challenge as stored by the embedded acquirer. */
const challenge = z.object({
  order_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  card_number: z.string(),
  state: z.enum(['open', 'approved', 'refused']).or(z.string()),
  return_url: z.url({ protocol: /^https?$/ }),
});

/** Loads the stand-in for the page of a card's issuer, which asks the cardholder to confirm a payment. */
export const load: PageServerLoad = async ({ params, locals }) => {
  const asked = await askSandbox(at(params), locals);
  const { amount, currency, card_number, state, return_url } = asked;
  return {
    amount: formatAmount(Number(amount), currency, locals.language.code),
    cardNumber: card_number,
    isOpen: state === 'open',
    returnUrl: return_url,
  };
};

/** Decides the challenge. Then the page shows the decision, and posts the shopper back like an issuer. */
export const actions: Actions = {
  approve: ({ params, locals }) => decide('approve', params, locals),
  refuse: ({ params, locals }) => decide('refuse', params, locals),
};

async function decide(
  outcome: 'approve' | 'refuse',
  params: { id: string },
  locals: App.Locals,
): Promise<void> {
  await askSandbox({ ...at(params), act: { outcome } }, locals);
}

function at({ id }: { id: string }) {
  return { path: `challenges/${id}`, schema: challenge };
}
