import { error } from '@sveltejs/kit';

import { pageConfig } from '$lib/server/settings.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals: { refusal } }) => {
  if (refusal) error(refusal.status, { message: 'Refused', state: refusal.state });
  return { isSandbox: pageConfig().isSandbox };
};
