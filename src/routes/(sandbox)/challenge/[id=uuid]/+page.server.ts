import { error } from '@sveltejs/kit';

import { formatAmount } from '$lib/i18n/amount.ts';
import { decideChallenge, readChallenge } from '$lib/server/checkout/challenge.ts';
import { pageConfig } from '$lib/server/settings.ts';

import type { Actions, PageServerLoad } from './$types';

/** A stand-in for the page of a card's issuer, which asks the cardholder to confirm a payment. */
export const load: PageServerLoad = async ({ params, parent, locals: { language } }) => {
  await parent();
  const challenge = await readChallenge(params.id);
  if (challenge === undefined) error(404, { message: 'No such challenge', state: 'notFound' });
  return {
    amount: formatAmount(Number(challenge.amount), challenge.currency, language.code),
    cardNumber: challenge.card_number,
    isOpen: challenge.state === 'open',
    returnUrl: challenge.return_url,
  };
};

const decide = async (id: string, outcome: 'approve' | 'refuse'): Promise<void> => {
  const decided = pageConfig().isSandbox ? await decideChallenge(id, outcome) : undefined;
  if (decided === undefined) error(404, { message: 'No such challenge', state: 'notFound' });
};

/** After either the page is shown again, decided, and posts the shopper back as issuers do. */
export const actions: Actions = {
  approve: ({ params }) => decide(params.id, 'approve'),
  refuse: ({ params }) => decide(params.id, 'refuse'),
};
