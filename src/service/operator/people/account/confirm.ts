import type { ServiceContext } from '../../../platform/context.ts';
import { assertionOptions, verifyAssertion } from '../passkeys/assert.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { AssertionResponse } from '../passkeys/responses.ts';
import { verifyPassword } from '../password.ts';
import { countFailedSignIn, findPerson } from '../queries.ts';
import type { Session } from '../sessions.ts';

/** What shows that a session's person is there themselves, and not whoever took the session. */
export type Proof = { password: string } | { passkey: AssertionResponse };

export function confirmationOptions(
  context: ServiceContext,
  party: RelyingParty,
  { personId }: Session,
) {
  return assertionOptions(context, party, { to: 'confirm', personId });
}

/** Failures count as failures to sign in. */
export async function isConfirmed(
  context: ServiceContext,
  { personId }: Session,
  { proof, party, address }: { proof: Proof; party: RelyingParty; address: string | undefined },
): Promise<boolean> {
  if ('passkey' in proof) {
    const purpose = { to: 'confirm', personId } as const;
    const { passkey: response } = proof;
    return (await verifyAssertion(context, party, { purpose, response, address })) !== undefined;
  }
  const person = await findPerson(context.db, personId);
  const right = await verifyPassword(proof.password, person?.password_hash ?? undefined);
  if (!right) context.background.run(countFailedSignIn(context.db, personId));
  return right;
}
