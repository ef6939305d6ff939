import { error } from '@sveltejs/kit';
import { z } from 'zod';

import { formatAmount } from '$lib/i18n/format.ts';
import { askSandbox } from '$lib/server/ask-sandbox.ts';

import type { Actions, PageServerLoad } from './$types';

const ACTIONS = ['approve', 'rest', 'exact', 'less', 'more', 'twice', 'late', 'refuse'] as const;

/** A payment that awaits its payer, as stored by the embedded acquirer. */
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

const posted = z.object({ do: z.enum(ACTIONS) });

/** Loads the stand-in for the payer's bank, wallet or phone. */
export const load: PageServerLoad = async ({ params, locals }) => {
  const { amount, sent, missing, currency, ...found } = await askSandbox(at(params), locals);
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
  /** Acts as the payer. `do=approve` pays in full, whether the payer approves or sends money. */
  default: async ({ params, locals, request }) => {
    const form = posted.safeParse(Object.fromEntries(await request.formData()));
    if (!form.success) error(400, { message: 'No such action', state: 'refused' });
    const { actions: possible } = await askSandbox(at(params), locals);
    const paysInFull = form.data.do === 'approve' && !possible.includes('approve');
    const action = paysInFull ? 'exact' : form.data.do;
    await askSandbox({ ...at(params), act: { action } }, locals);
  },
};

function at({ id }: { id: string }) {
  return { path: `bank/${id}`, schema: payment };
}
