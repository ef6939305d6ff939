import { error } from '@sveltejs/kit';

import { pageConfig } from '$lib/server/page-config.ts';

import type { LayoutServerLoad } from './$types';

/** Answers 404 for these pages outside the sandbox. */
export const load: LayoutServerLoad = () => {
  if (!pageConfig().isSandbox) error(404, { message: 'No sandbox', state: 'notFound' });
};
