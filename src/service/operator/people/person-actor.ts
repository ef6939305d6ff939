import type { Actor } from '../actor.ts';
import type { PersonRow } from './queries.ts';

/** Somebody as the audit names them. */
export function personActor(
  { email, role, merchant_id }: Pick<PersonRow, 'email' | 'role' | 'merchant_id'>,
  address: string | undefined,
): Actor {
  const scope = merchant_id === null ? undefined : { merchantId: merchant_id };
  return { name: `person ${email}`, role, scope, address };
}
