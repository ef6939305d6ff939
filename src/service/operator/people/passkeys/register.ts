import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { grantMac } from '../../grants.ts';
import type { ServiceContext } from '../../../platform/context.ts';
import { CHALLENGE_MS, issuedAt, newChallenge, type Purpose } from './challenge.ts';
import { insertPasskey, selectPasskeysOf, type PasskeyRow } from './queries.ts';
import { loadWebAuthn, userHandle, type RelyingParty } from './relying-party.ts';
import type { RegistrationResponse } from './responses.ts';

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

interface Owner {
  personId: string;
  email: string;
}

/** What a browser is to make a passkey by: one that it finds by itself, and that asks who its user is. */
export async function registrationOptions(
  context: ServiceContext,
  { id: rpID }: RelyingParty,
  { purpose, personId, email }: Owner & { purpose: Purpose },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const known = await selectPasskeysOf(context.db, personId);
  return generateRegistrationOptions({
    ...{ rpName: 'Tollgate', rpID, userName: email, userDisplayName: email },
    userID: userHandle(personId),
    challenge: Uint8Array.from(newChallenge(context, purpose)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(described),
  });
}

/** How a browser is told of a passkey that there is. */
export function described({ credential_id, transports }: PasskeyRow) {
  const id = Buffer.from(credential_id).toString('base64url');
  return { id, transports: transports === '' ? [] : transports.split(',') };
}

export type NewPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'challenged_at'
>;

/** @returns undefined where it does not answer our challenge as it should */
export async function verifyRegistration(
  context: ServiceContext,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { purpose, response }: { purpose: Purpose; response: RegistrationResponse },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  let challengedAt: Date | undefined;
  const expectedChallenge = (challenge: string) => {
    challengedAt = issuedAt(context, purpose, challenge);
    return challengedAt !== undefined;
  };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge, expectedOrigin, expectedRPID },
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined || challengedAt === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports: response.response.transports.join(','),
      challenged_at: challengedAt,
    };
  } catch (error) {
    // It throws whatever is wrong with what a browser sent.
    context.log.info({ refused: String(error) }, 'A passkey was not taken');
    return undefined;
  }
}

/** @returns its id; undefined where the credential was taken before */
export async function addPasskey(
  { db, now, newId, keyring }: Pick<ServiceContext, 'db' | 'now' | 'newId' | 'keyring'>,
  made: NewPasskey,
  { personId, name }: { personId: string; name: string },
): Promise<string | undefined> {
  const id = newId();
  const times = { created_at: now(), last_used_at: null, removed_at: null };
  const row = { id, ...made, person_id: personId };
  const grant_mac = grantMac(keyring, 'passkeys', row);
  return (await insertPasskey(db, { ...row, grant_mac, name, ...times })) ? id : undefined;
}
