import type { ServiceContext } from '../../platform/context.ts';
import { SEALED } from '../../platform/keyring-purposes.ts';
import { wasTaken } from './passkeys/queries.ts';
import { verifyRegistration, type NewPasskey } from './passkeys/register.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import type { RegistrationResponse } from './passkeys/responses.ts';
import { offeredSecret, type InvitedPerson } from './open-invitation.ts';
import type { PersonRow } from './queries.ts';
import { findStep } from './totp.ts';

/** What whoever accepts a link will sign in with: the code of an authenticator, or a passkey. */
export type GivenFactor =
  /** With the secret that this browser was given when it opened the link. */
  | { code: string; sealedSecret: string | undefined }
  | { passkey: { name: string; response: RegistrationResponse }; party: RelyingParty };

export type SecondFactor =
  | { way: 'totp'; columns: Pick<PersonRow, 'totp_sealed' | 'totp_step'> }
  | { way: 'passkey'; name: string; made: NewPasskey };

/** @returns a sentence about what is wrong with it */
export async function judgeFactor(
  context: ServiceContext,
  invited: InvitedPerson,
  factor: GivenFactor,
): Promise<SecondFactor | string> {
  if ('code' in factor) return judgeCode(context, invited, factor);
  const { party, passkey } = factor;
  const purpose = { to: 'accept', invitationId: invited.invitation.id } as const;
  const { name, response } = passkey;
  const made = await verifyRegistration(context, party, { purpose, response });
  if (made === undefined) return 'passkey: is not the one that was asked for; try again';
  return (await wasTaken(context.db, made.credential_id))
    ? 'passkey: was taken before; make another one'
    : { way: 'passkey', name, made };
}

function judgeCode(
  context: ServiceContext,
  { id, invitation }: InvitedPerson,
  { code, sealedSecret }: Extract<GivenFactor, { code: string }>,
): SecondFactor | string {
  const secret = offeredSecret(context, invitation, sealedSecret);
  if (secret === undefined)
    return 'code: open the link again in this browser, and scan its new key';
  const given = code.replaceAll(/\s/g, '');
  const totp_step = findStep(secret, given, { now: context.now(), after: 0n });
  if (totp_step === undefined) return 'code: is not the one that the authenticator shows now';
  const totp_sealed = context.keyring.seal(SEALED.totpSecret, id, secret.toString('base64'));
  return { way: 'totp', columns: { totp_sealed, totp_step } };
}
