import type { AnswerOf, ItemOf } from '#console/api/client.ts';

/** Somebody who may sign in, as admins see them. */
export type Person = AnswerOf<'people show'>;
export type Role = Person['role'];
export type Invitation = ItemOf<'invitations list'>;
export type Passkey = ItemOf<'passkeys list'>;
export type OpenSession = ItemOf<'sessions list'>;

/** How somebody can sign in: "2 passkeys, password". */
export function waysIn({ passkeys, password }: Person): string {
  const ways = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'passkey' : `${passkeys} passkeys`] : []),
    ...(password ? ['password'] : []),
  ];
  return ways.length > 0 ? ways.join(', ') : 'a link, not used yet';
}
