import { error } from '@sveltejs/kit';
import { z } from 'zod';

import { formatAmount } from '$lib/i18n/format.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

const payment = z.object({
  order_id: z.string(),
  source: z.string(),
  amount: z.string(),
  sent: z.string(),
  currency: z.string(),
  state: z.enum(['open', 'approved', 'refused', 'abandoned']).or(z.string()),
  actions: z.array(z.string()),
  return_url: z.url({ protocol: /^https?$/ }),
});

/** A payment as the embedded acquirer keeps it. */
type Payment = z.output<typeof payment>;

/** A stand-in for the payer's bank, wallet or phone: what is not paid by card is paid here. */
export const load: PageServerLoad = async ({ params, parent, locals }) => {
  await parent();
  const found = await askAcquirer(params.id, locals);
  const shown = (amount: string) =>
    formatAmount(Number(amount), found.currency, locals.language.code);
  return {
    amount: shown(found.amount),
    sent: Number(found.sent) > 0 ? shown(found.sent) : undefined,
    state: found.state,
    actions: found.actions,
    returnUrl: found.return_url,
  };
};

export const actions: Actions = {
  async default({ params, request, locals }) {
    if (!pageConfig().isSandbox) noSuchPayment();
    const form = await request.formData();
    await askAcquirer(params.id, locals, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: form.get('action') }),
    });
  },
};

/** The stand-in speaks with the embedded acquirer; the payment page has no part in it. */
async function askAcquirer(
  id: string,
  { serviceFetch }: App.Locals,
  init: RequestInit = {},
): Promise<Payment> {
  const url = new URL(`/api/sandbox/v1/bank/${id}`, pageConfig().orders.baseUrl);
  const answer = await serviceFetch(url, init);
  return answer.ok ? payment.parse(await answer.json()) : noSuchPayment();
}

function noSuchPayment(): never {
  error(404, { message: 'No such payment', state: 'notFound' });
}
