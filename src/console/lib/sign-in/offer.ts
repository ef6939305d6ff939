import * as v from 'valibot';

/** What a link offers to whoever opens it. */
export const offer = v.object({
  email: v.optional(v.string()),
  role: v.string(),
  /** Whether there is a person already, who gets a new second factor. */
  known: v.boolean(),
  /** Whether that person has a password, which they type. */
  has_password: v.boolean(),
  /** When somebody opened it first; null for whoever does. */
  opened_before: v.nullable(v.string()),
  totp: v.object({ secret: v.string(), uri: v.string() }),
});
export type Offer = v.InferOutput<typeof offer>;

export const accepted = v.object({ recovery_codes: v.array(v.string()) });
