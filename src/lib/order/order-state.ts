import * as v from 'valibot';

/** What `/pay/{id}/state` says: where the order stands, and how it was declined if it was. */
export const orderState = v.object({
  phase: v.string(),
  decline: v.optional(
    v.object({
      said: v.optional(v.string()),
      reason: v.optional(v.picklist(['funds', 'code', 'expired', 'authentication'])),
      attemptsLeft: v.optional(v.number()),
    }),
  ),
});
