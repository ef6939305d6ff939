import { error } from '@sveltejs/kit';
import { z } from 'zod';

import { formatAmount } from '$lib/i18n/format.ts';
import { pageConfig } from '$lib/server/page-config.ts';

import type { Actions, PageServerLoad } from './$types';

const ACTIONS = ['approve', 'rest', 'exact', 'less', 'more', 'twice', 'late', 'refuse'] as const;

/** A payment that waits for its payer, as the embedded acquirer keeps it. */
const payment = z.object({
  source: z.string(),
  amount: z.string(),
  currency: z.string(),
  sent: z.string(),
  missing: z.string(),
  state: z.string(),
  actions: z.array(z.enum(ACTIONS)),
  return_url: z.url({ protocol: /^https?$/ }),
});
type Payment = z.output<typeof payment>;

const posted = z.object({ do: z.enum(ACTIONS) });

/** A stand-in for the payer's bank, wallet or telephone. */
export const load: PageServerLoad = async ({ params, parent, locals }) => {
  await parent();
  const { amount, sent, missing, currency, ...found } = await askAcquirer(params.id, locals);
  const written = (text: string) => formatAmount(Number(text), currency, locals.language.code);
  return {
    source: found.source,
    state: found.state,
    actions: found.actions,
    amount: written(amount),
    sent: Number(sent) === 0 ? undefined : written(sent),
    missing: written(missing),
    returnUrl: found.return_url,
  };
};

export const actions: Actions = {
  /** `do=approve` pays in full, whether the source is approved or money is sent by it. */
  default: async ({ params, locals, request }) => {
    if (!pageConfig().isSandbox) noSuchPayment();
    const form = posted.safeParse(Object.fromEntries(await request.formData()));
    if (!form.success) error(400, { message: 'No such action', state: 'refused' });
    const { actions: possible } = await askAcquirer(params.id, locals);
    const paysInFull = form.data.do === 'approve' && !possible.includes('approve');
    await askAcquirer(params.id, locals, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: paysInFull ? 'exact' : form.data.do }),
    });
  },
};

/** The payer's side speaks with the embedded acquirer; the payment page has no part in it. */
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
