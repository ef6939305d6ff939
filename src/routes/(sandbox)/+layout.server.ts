import { error } from '@sveltejs/kit';

import { pageConfig } from '$lib/server/page-config.ts';

import type { LayoutServerLoad } from './$types';

/** Outside the sandbox these addresses are none. */
export const load: LayoutServerLoad = () => {
  if (!pageConfig().isSandbox) error(404, { message: 'No sandbox', state: 'notFound' });
};
