import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { ServiceContext } from '../../../platform/context.ts';
import type { Actor } from '../../actor.ts';
import { isGranted } from '../../grants.ts';
import { recordingChanges } from '../../recording-changes.ts';
import { personActor } from '../person-actor.ts';
import { countFailedSignIn, findPerson, type PersonRow } from '../queries.ts';
import { CHALLENGE_MS, issuedAt, newChallenge, type Purpose } from './challenge.ts';
import { findPasskey, selectPasskeysOf, usePasskey, type PasskeyRow } from './queries.ts';
import { described } from './register.ts';
import { loadWebAuthn, userHandle, type RelyingParty } from './relying-party.ts';
import type { AssertionResponse } from './responses.ts';

type AssertionPurpose = Extract<Purpose, { to: 'sign in' | 'confirm' }>;

/** What a browser is to have signed: by any passkey that it finds, or by one of the person who is to confirm. */
export async function assertionOptions(
  context: ServiceContext,
  { id: rpID }: RelyingParty,
  purpose: AssertionPurpose,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const known =
    purpose.to === 'confirm' ? await selectPasskeysOf(context.db, purpose.personId) : [];
  return generateAuthenticationOptions({
    rpID,
    challenge: Uint8Array.from(newChallenge(context, purpose)),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: known.map(described),
  });
}

interface Assertion {
  purpose: AssertionPurpose;
  response: AssertionResponse;
  address: string | undefined;
}

/** @returns whose passkey has signed; undefined where anything is wrong */
export async function verifyAssertion(
  context: ServiceContext,
  party: RelyingParty,
  { purpose, response, address }: Assertion,
): Promise<PersonRow | undefined> {
  const passkey = await findPasskey(context.db, Buffer.from(response.id, 'base64url'));
  const person = passkey && (await findPerson(context.db, passkey.person_id));
  if (passkey === undefined || person === undefined) return undefined;
  const { keyring } = context;
  if (!isGranted(keyring, 'passkeys', passkey) || !isGranted(keyring, 'people', person)) {
    return undefined;
  }
  const signed = isTheirs(person, purpose, response)
    ? await verifySigned(context, party, { purpose, response, passkey })
    : undefined;
  const used =
    signed !== undefined &&
    (await usePasskey(context.db, { id: passkey.id, ...signed, at: context.now() }));
  if (used) return person;
  if (signed !== undefined && isOfCopy(signed, passkey)) {
    const { counter } = signed;
    await recordCopy(context, passkey, { counter, actor: personActor(person, address) });
  }
  context.background.run(countFailedSignIn(context.db, person.id));
  return undefined;
}

/** A browser says whose passkey it found; who is to confirm is known already. */
function isTheirs(
  { id }: PersonRow,
  purpose: AssertionPurpose,
  { response: { userHandle: handle } }: AssertionResponse,
): boolean {
  if (purpose.to === 'confirm' && purpose.personId !== id) return false;
  if (handle === undefined || handle === null) return purpose.to === 'confirm';
  return Buffer.from(handle, 'base64url').equals(userHandle(id));
}

interface Signed {
  counter: bigint;
  challengedAt: Date;
}

async function verifySigned(
  context: ServiceContext,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  {
    purpose,
    response: { response, ...rest },
    passkey,
  }: Omit<Assertion, 'address'> & { passkey: PasskeyRow },
): Promise<Signed | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  let challengedAt: Date | undefined;
  const expectedChallenge = (challenge: string) => {
    challengedAt = issuedAt(context, purpose, challenge);
    return challengedAt !== undefined;
  };
  const { userHandle: handle, ...signed } = response;
  const credential = { ...described(passkey), publicKey: Uint8Array.from(passkey.public_key) };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...signed, ...(handle && { userHandle: handle }) } },
      ...{ expectedChallenge, expectedOrigin, expectedRPID },
      requireUserVerification: true,
      // The library compares counters before signatures; we do it in the statement that uses the passkey.
      credential: { ...credential, counter: 0 },
    });
    if (!verified || challengedAt === undefined) return undefined;
    return { counter: BigInt(authenticationInfo.newCounter), challengedAt };
  } catch (error) {
    // It throws whatever is wrong with what a browser sent.
    context.log.info({ refused: String(error) }, 'A passkey did not sign as it should');
    return undefined;
  }
}

/** A challenge that was not answered before, and a counter that has not gone on: two count for themselves. */
function isOfCopy({ counter, challengedAt }: Signed, passkey: PasskeyRow): boolean {
  const counts = counter > 0n || passkey.counter > 0n;
  return challengedAt > passkey.challenged_at && counts && counter <= passkey.counter;
}

/** For an admin to see: the passkey goes on being good, for nobody can tell which of the two is the person's. */
async function recordCopy(
  context: ServiceContext,
  { id, counter: known }: PasskeyRow,
  { counter, actor }: { counter: bigint; actor: Actor },
): Promise<void> {
  const call = { command: 'passkeys refuse', actor, reason: undefined };
  await recordingChanges(context, call, async () => ({
    ok: true,
    result: {},
    changed: { subject: `passkey ${id}`, before: { counter: known }, after: { counter } },
  }));
}
