import { LANGUAGES } from '$lib/i18n/languages.ts';

import type { LayoutLoad } from './$types';

/** Pages work as plain HTML; what they run in the browser are the entries of lib/browser. */
export const csr = false;

/** Here and not in the server's load: what that one gives, Kit writes out as text for a browser that wants none. */
export const load: LayoutLoad = ({ data }) => ({
  ...data,
  language: LANGUAGES[data.languageCode],
});
