import * as v from 'valibot';

const instant = v.string();

/** What somebody sees of themselves. */
export const account = v.object({
  email: v.string(),
  role: v.string(),
  created_at: instant,
  /** Whether they can sign in with a password and an authenticator. */
  password: v.boolean(),
  /** How many are left. */
  recovery_codes: v.number(),
  passkeys: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      created_at: instant,
      last_used_at: v.nullable(instant),
    }),
  ),
  sessions: v.array(
    v.object({
      id: v.string(),
      address: v.nullable(v.string()),
      agent: v.nullable(v.string()),
      created_at: instant,
      last_used_at: instant,
      /** Whether it is the one that asks. */
      current: v.boolean(),
    }),
  ),
});
export type Account = v.InferOutput<typeof account>;

/** What shows that it is they who ask. */
export type Proof = { password: string } | { passkey: object };
