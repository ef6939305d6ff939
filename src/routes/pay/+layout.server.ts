import { pageConfig } from '$lib/server/settings.ts';
import { turnAway } from '$lib/server/checkout/turn-away.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals: { refusal } }) => {
  if (refusal) turnAway(refusal);
  return { isSandbox: pageConfig().isSandbox };
};
