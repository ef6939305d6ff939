import * as v from 'valibot';

const instant = v.string();

/** Somebody who may sign in, as admins see them. */
export const person = v.object({
  id: v.string(),
  email: v.string(),
  role: v.string(),
  /** Whose orders alone they see: its name in a list, and its id otherwise. */
  merchant: v.nullable(v.string()),
  /** Whether they have an authenticator. */
  second_factor: v.boolean(),
  /** Whether they can sign in with a password and that. */
  password: v.boolean(),
  passkeys: v.number(),
  failed_sign_ins: v.number(),
  created_at: instant,
});
export type Person = v.InferOutput<typeof person>;

export const invitation = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  /** Null for somebody's new second factor. */
  role: v.nullable(v.string()),
  merchant: v.nullable(v.string()),
  created_at: instant,
  expires_at: instant,
});
export type Invitation = v.InferOutput<typeof invitation>;

export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: instant,
  last_used_at: v.nullable(instant),
});
export type Passkey = v.InferOutput<typeof passkey>;

export const openSession = v.object({
  id: v.string(),
  person: v.string(),
  address: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  created_at: instant,
  last_used_at: instant,
});
export type OpenSession = v.InferOutput<typeof openSession>;

const link = v.object({ link: v.string(), expires_at: instant });

/** What a command has printed that makes a link. */
export function linkIn(answer: unknown): string {
  return v.parse(link, answer).link;
}

/** How somebody can sign in: "2 passkeys, password". */
export function waysIn({ passkeys, password }: Person): string {
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'passkey' : `${passkeys} passkeys`] : []),
    ...(password ? ['password'] : []),
  ];
  return ways.length > 0 ? ways.join(', ') : 'none: a link is open';
}
