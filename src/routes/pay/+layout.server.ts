import { pageConfig } from '$lib/server/settings.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = () => ({ isSandbox: pageConfig().isSandbox });
