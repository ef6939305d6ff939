import { error } from '@sveltejs/kit';

import {
  readTypedBranding,
  sampleCheckout,
  type SampleBranding,
} from '$lib/server/checkout/sample-checkout.ts';
import { pageConfig } from '$lib/server/page-config.ts';
import { isOwnRequest } from '$lib/server/security/same-origin.ts';

import type { Actions, PageServerLoad, RequestEvent } from './$types';

export const load: PageServerLoad = (event) =>
  // An action has its own branding to show.
  event.request.method === 'POST' ? undefined : preview(event, {});

export const actions: Actions = {
  /** What is being typed, from the console's own page. */
  default: async (event) => {
    if (event.platform?.req.isPreview && !isOwnRequest(event)) {
      error(403, { message: 'Refused', state: 'refused' });
    }
    return preview(event, readTypedBranding(await event.request.formData()));
  },
};

/**
 * The payment page as a shopper would see it, for the person who sets a merchant's branding. By any other way than the
 * operators' listener the address leads nowhere, like every unknown one.
 */
function preview(
  { locals, platform }: Pick<RequestEvent, 'locals' | 'platform'>,
  branding: SampleBranding,
) {
  if (!platform?.req.isPreview) error(404, { message: 'Not found', state: 'notFound' });
  const origin = new URL(pageConfig().publicUrl ?? '/', 'http://localhost').origin;
  const { accent, ...sample } = sampleCheckout(branding, { language: locals.language, origin });
  locals.accent = accent;
  locals.isPreview = true;
  return sample;
}
