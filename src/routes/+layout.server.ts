import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
  nonce: locals.nonce,
  language: locals.language,
});
