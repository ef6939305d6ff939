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
  // An action renders its own branding.
  event.request.method === 'POST' ? undefined : preview(event, {});

export const actions: Actions = {
  /** Previews the branding being typed on the console's page. */
  default: async (event) => {
    if (event.platform?.req.isPreview && !isOwnRequest(event)) {
      error(403, { message: 'Refused', state: 'refused' });
    }
    return preview(event, readTypedBranding(await event.request.formData()));
  },
};

/**
 * Returns the payment page as a shopper would see it, to preview a merchant's branding. Answers 404, like an unknown
 * URL, unless the request came through the operators' listener.
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
