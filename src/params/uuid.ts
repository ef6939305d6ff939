import type { ParamMatcher } from '@sveltejs/kit';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Matches UUIDs. Any other id is not an order's, and never reaches the service. */
export const match: ParamMatcher = (param) => UUID.test(param);
