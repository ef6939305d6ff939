import { pageConfig } from '$lib/server/page-config.ts';

import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = () => ({ isSandbox: pageConfig().isSandbox });
