import * as v from 'valibot';

import { COLOUR } from '#contract/patterns.ts';

import type { SampleBranding } from './sample-checkout.ts';

const MAX_TEXT = 2_048;

const typed = (max: number) => v.fallback(v.pipe(v.string(), v.minLength(1), v.maxLength(max)), '');
/** As much as the server lets a form have; what is no image of a page's own is not shown. */
const logo = v.fallback(v.string(), '');
const colour = v.fallback(v.pipe(v.string(), v.regex(COLOUR)), '');

const branding = v.object({
  name: typed(MAX_TEXT),
  logo,
  accent: colour,
  support: typed(MAX_TEXT),
  operator: typed(MAX_TEXT),
  terms: typed(MAX_TEXT),
  privacy: typed(MAX_TEXT),
});

/** A branding while it is typed, under the names that `merchants brand` has: what is not right yet is left out. */
export const readTriedBranding = (form: FormData): SampleBranding => {
  const { name, logo: logoUrl, accent, ...rest } = v.parse(branding, Object.fromEntries(form));
  return {
    ...(name !== '' && { name }),
    ...(logoUrl !== '' && { logo_url: logoUrl }),
    ...(accent !== '' && { accent }),
    ...(rest.support !== '' && { support_url: rest.support }),
    ...(rest.operator !== '' && { operator_name: rest.operator }),
    ...(rest.terms !== '' && { terms_url: rest.terms }),
    ...(rest.privacy !== '' && { privacy_url: rest.privacy }),
  };
};
