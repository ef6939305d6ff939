import { pageConfig } from '$lib/server/page-config.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
  languageCode: locals.language.code,
  isQuiet: pageConfig().isQuiet,
});
