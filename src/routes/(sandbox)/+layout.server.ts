import { error } from '@sveltejs/kit';

import { pageConfig } from '$lib/server/settings.ts';
import { turnAway } from '$lib/server/checkout/turn-away.ts';

import type { LayoutServerLoad } from './$types';

/** Outside the sandbox these addresses are none. */
export const load: LayoutServerLoad = ({ locals: { refusal } }) => {
  if (refusal) turnAway(refusal);
  if (!pageConfig().isSandbox) error(404, { message: 'No sandbox', state: 'notFound' });
};
