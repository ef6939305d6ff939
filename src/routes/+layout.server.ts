import { pageConfig } from '$lib/server/page-config.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals, platform }) => ({
  languageCode: locals.language.code,
  isQuiet: pageConfig().isQuiet,
  /** A preview in the console has no ribbon. */
  isSandbox: pageConfig().isSandbox && !platform?.req.isPreview,
});
