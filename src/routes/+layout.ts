import { LANGUAGES } from '$lib/i18n/languages.ts';

import type { LayoutLoad } from './$types';

/** Pages work as plain HTML, without hydration; their scripts are the entries of lib/browser. */
export const csr = false;

/**
 * Adds the language's texts. This is not in the server's load function, because Kit would serialize them for
 * hydration, which these pages do not use.
 */
export const load: LayoutLoad = ({ data }) => ({
  ...data,
  language: LANGUAGES[data.languageCode],
});
