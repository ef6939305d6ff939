import { error } from '@sveltejs/kit';

import { pageConfig } from '$lib/server/settings.ts';

import type { LayoutServerLoad } from './$types';

/** Outside the sandbox these addresses are none. */
export const load: LayoutServerLoad = ({ locals: { refusal } }) => {
  if (refusal) error(refusal.status, { message: 'Refused', state: refusal.state });
  if (!pageConfig().isSandbox) error(404, { message: 'No sandbox', state: 'notFound' });
};
