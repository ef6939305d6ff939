import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { changeBoundRow, isCopiedBack, type BindDeps } from '../../platform/bound-rows.ts';
import { isGranted } from '../grants.ts';
import type { ServiceContext } from '../../platform/context.ts';
import type { Actor } from '../roles.ts';
import { recordingChanges } from '../audit/append.ts';
import { type PersonRow, countFailedSignIn, findPerson, personActor } from './store.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { FINGERPRINTED } from '../../platform/keyring.ts';
import { FREE_TEXT } from '#contract/patterns.ts';
import { z } from 'zod';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { PasskeyTable } from '../../platform/database/tables/people.ts';

/** EdDSA, ES256 and RS256, which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

interface Owner {
  personId: string;
  email: string;
}

/** Returns the options to create a passkey. It must be discoverable and verify its user. */
export async function registrationOptions(
  context: ServiceContext,
  { id: rpID }: RelyingParty,
  { purpose, personId, email }: Owner & { purpose: Purpose },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const known = await selectPasskeysOf(context.db, personId);
  return generateRegistrationOptions({
    rpName: 'Tollgate',
    rpID,
    userName: email,
    userDisplayName: email,
    userID: userHandle(personId),
    challenge: Uint8Array.from(newChallenge(context, purpose)),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(described),
  });
}

/** Describes a passkey for the browser. */
function described({ credential_id, transports }: PasskeyRow) {
  const id = Buffer.from(credential_id).toString('base64url');
  return { id, transports: transports === '' ? [] : transports.split(',') };
}

export type NewPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'challenged_at'
>;

/** @returns undefined if the response does not answer our challenge correctly */
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
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
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
    // The library throws for any invalid response.
    context.log.info({ refused: String(error) }, 'A passkey was refused at registration');
    return undefined;
  }
}

/** @returns its id; undefined if the credential was used before */
export async function addPasskey(
  deps: BindDeps & Pick<ServiceContext, 'now' | 'newId'>,
  made: NewPasskey,
  { personId, name }: { personId: string; name: string },
): Promise<string | undefined> {
  const id = deps.newId();
  const times = { created_at: deps.now(), last_used_at: null, removed_at: null };
  const row = { id, ...made, person_id: personId, name, ...times };
  const isAdded = await changeBoundRow(deps, { table: 'passkeys', id }, (trx) =>
    insertPasskey(trx, row),
  );
  return isAdded ? id : undefined;
}

type AssertionPurpose = Extract<Purpose, { to: 'sign in' | 'confirm' }>;

/**
 * Returns the options for a signature: by any passkey that the browser finds or, to confirm, by one of the person's.
 */
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

/** @returns the passkey's owner; undefined if anything is wrong */
export async function verifyAssertion(
  context: ServiceContext,
  party: RelyingParty,
  { purpose, response, address }: Assertion,
): Promise<PersonRow | undefined> {
  const passkey = await findPasskey(context.db, Buffer.from(response.id, 'base64url'));
  const person = passkey && (await findPerson(context.db, passkey.person_id));
  if (passkey === undefined || person === undefined) return undefined;
  if (!isGranted(context, 'passkeys', passkey) || !isGranted(context, 'people', person)) {
    return undefined;
  }
  const signed = ownerMatches(person, purpose, response)
    ? await verifySigned(context, party, { purpose, response, passkey })
    : undefined;
  const used =
    signed !== undefined &&
    (await usePasskey(context.db, { id: passkey.id, ...signed, at: context.now() }));
  if (used) return person;
  if (signed !== undefined && isFromCopy(signed, passkey)) {
    const { counter } = signed;
    await recordCopiedPasskey(context, passkey, { counter, actor: personActor(person, address) });
  }
  context.background.run(countFailedSignIn(context.db, person.id));
  return undefined;
}

/**
 * Returns whether the passkey's owner matches. To sign in, the browser must send the owner's handle; to confirm, the
 * person is known already.
 */
function ownerMatches(
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
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The library compares counters before signatures; we do it in the statement that uses the passkey.
      credential: { ...credential, counter: 0 },
    });
    if (!verified || challengedAt === undefined) return undefined;
    return { counter: BigInt(authenticationInfo.newCounter), challengedAt };
  } catch (error) {
    // The library throws for any invalid response.
    context.log.info({ refused: String(error) }, 'A passkey was refused at sign-in');
    return undefined;
  }
}

/**
 * Detects a copied passkey: a new challenge was answered, but the counter did not increase. The original and its copy
 * count separately.
 */
function isFromCopy({ counter, challengedAt }: Signed, passkey: PasskeyRow): boolean {
  const counts = counter > 0n || passkey.counter > 0n;
  return challengedAt > passkey.challenged_at && counts && counter <= passkey.counter;
}

/**
 * Records a copied passkey for admins to see. The passkey stays valid, because nobody can tell which of the two is the
 * person's.
 */
async function recordCopiedPasskey(
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

type Deps = Pick<ServiceContext, 'keyring' | 'now'>;

/** The time to answer a challenge, which is also the timeout of the browser's dialog. */
const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 8;
const MAC_BYTES = 32;

/** The purpose of a challenge and the person or invitation that it is for. */
export type Purpose =
  | { to: 'sign in' }
  | { to: 'confirm'; personId: string }
  | { to: 'add'; personId: string }
  | { to: 'accept'; invitationId: string };

/**
 * Creates a challenge. It contains its time of issue and a keyed hash, so any process can verify it and nothing is
 * stored before it is answered: nobody can fill the database by requesting challenges. `usePasskey` ensures that a
 * challenge is answered only once.
 */
function newChallenge({ keyring, now }: Deps, purpose: Purpose): Buffer {
  const issued = Buffer.alloc(TIME_BYTES);
  issued.writeBigUInt64BE(BigInt(now().getTime()));
  const payload = Buffer.concat([randomBytes(NONCE_BYTES), issued]);
  return Buffer.concat([payload, macOf(keyring, purpose, payload)]);
}

/** @returns when the challenge was issued; undefined if it was not issued for this purpose, or has expired */
function issuedAt({ keyring, now }: Deps, purpose: Purpose, challenge: string): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
  const payload = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES);
  if (!timingSafeEqual(mac, macOf(keyring, purpose, payload))) return undefined;
  const issued = new Date(Number(payload.readBigUInt64BE(NONCE_BYTES)));
  return now().getTime() - issued.getTime() < CHALLENGE_MS ? issued : undefined;
}

function macOf(keyring: Deps['keyring'], purpose: Purpose, payload: Uint8Array): Buffer {
  const text = JSON.stringify([purpose, Buffer.from(payload).toString('hex')]);
  return keyring.fingerprint(FINGERPRINTED.passkeyChallenge, text);
}

/**
 * The relying party of WebAuthn: browsers offer its passkeys only to pages of this domain, and report the page's
 * origin.
 */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** @param url the console's URL */
export function relyingParty(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}

/** Loads the library on first use, because that takes a fifth of a second. */
function loadWebAuthn() {
  return import('@simplewebauthn/server');
}

/** Returns a person's WebAuthn user handle: the bytes of their id. */
function userHandle(personId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(personId.replaceAll('-', ''), 'hex'));
}

const MAX_NAME = 60;
/** Limits: a credential's id has at most 1,023 bytes, and an unrequested attestation may contain certificates. */
const MAX_ID = 1_364;
const MAX_BYTES = 16_384;
const MAX_TRANSPORTS = 8;

function encoded(most: number) {
  return z
    .string()
    .max(most, { abort: true })
    .regex(/^[\w-]+$/);
}

const credential = {
  id: encoded(MAX_ID),
  rawId: encoded(MAX_ID),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/** The schema of `PublicKeyCredential.toJSON()` for a new passkey, without the members that are not needed. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_BYTES),
    attestationObject: encoded(MAX_BYTES),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(MAX_TRANSPORTS)
      .default([]),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

/** The schema of `PublicKeyCredential.toJSON()` for a signature by a passkey. */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_BYTES),
    authenticatorData: encoded(MAX_BYTES),
    signature: encoded(MAX_BYTES),
    userHandle: encoded(MAX_ID).nullish(),
  }),
});
export type AssertionResponse = z.output<typeof assertionResponse>;

export const passkeyName = z.string().trim().min(1).max(MAX_NAME, { abort: true }).regex(FREE_TEXT);

export type PasskeyRow = Selectable<PasskeyTable>;

/** Finds a passkey by its credential id; undefined if it was removed. */
function findPasskey(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .select(isCopiedBack('passkeys').as('is_copied_back'))
    .where('credential_id', '=', credentialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns whether a passkey has or had this credential id. */
export async function wasTaken(db: Db, credentialId: Uint8Array): Promise<boolean> {
  const found = await db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists a person's passkeys, oldest first. */
export function selectPasskeysOf(db: Db, personId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns false if the credential was used before, even by a removed passkey */
async function insertPasskey(db: Db, passkey: Insertable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface Use {
  id: string;
  counter: bigint;
  challengedAt: Date;
  at: Date;
}

/**
 * Uses up the answered challenge of a passkey and all that were issued before it.
 *
 * @returns false if this or a later challenge was answered meanwhile, or the counter did not increase
 */
async function usePasskey(db: Db, { id, counter, challengedAt, at }: Use): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, challenged_at: challengedAt, last_used_at: at })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('challenged_at', '<', challengedAt)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0::bigint))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removePasskeysOf(
  deps: BindDeps & Pick<ServiceContext, 'now'>,
  personId: string,
): Promise<void> {
  const passkeys = await selectPasskeysOf(deps.db, personId);
  await removePasskeys(
    deps,
    passkeys.map(({ id }) => id),
  );
}

export async function removePasskeys(
  deps: BindDeps & Pick<ServiceContext, 'now'>,
  ids: readonly string[],
): Promise<void> {
  // Whatever else its row says, a removed passkey grants nothing.
  await changeBoundRow(deps, { table: 'passkeys', id: ids, isWhole: true }, (trx) =>
    trx
      .updateTable('passkeys')
      .set({ removed_at: deps.now() })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('removed_at', 'is', null)
      .execute(),
  );
}
