import { error } from '@sveltejs/kit';

import { readTriedBranding } from '$lib/server/checkout/tried-branding.ts';
import { sampleCheckout, type SampleBranding } from '$lib/server/checkout/sample-checkout.ts';
import { mayAnswer } from '$lib/server/security/same-origin.ts';
import { pageConfig } from '$lib/server/settings.ts';

import type { Actions, PageServerLoad } from './$types';

/** The payment page as a shopper would see it, for whoever sets a merchant's branding. */
const preview = (branding: SampleBranding, locals: App.Locals) => {
  const origin = new URL(pageConfig().publicUrl ?? '/', 'http://localhost').origin;
  const { accent, ...sample } = sampleCheckout(branding, { language: locals.language, origin });
  locals.accent = accent;
  locals.isPreview = true;
  return sample;
};

export const load: PageServerLoad = ({ request, locals }) =>
  // An action has been told what to show.
  request.method === 'POST' ? undefined : preview({}, locals);

export const actions: Actions = {
  /** What is being typed, from the console's own page. */
  default: async (event) => {
    if (!mayAnswer(event)) error(403, { message: 'Refused', state: 'refused' });
    return preview(readTriedBranding(await event.request.formData()), event.locals);
  },
};
