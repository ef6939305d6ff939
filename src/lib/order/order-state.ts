import * as v from 'valibot';

/** What `/pay/{id}/state` says: where the order stands, and why it was declined. */
export const orderState = v.object({ phase: v.string(), declined: v.optional(v.string()) });
