import type { ParamMatcher } from '@sveltejs/kit';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Anything else is no order's address: it never reaches the service. */
export const match: ParamMatcher = (param) => UUID.test(param);
