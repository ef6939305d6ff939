import type { ServiceContext } from '../../platform/context.ts';
import { hasPasswordWay, removePasskeyUnlessLast } from './people.ts';
import {
  type PersonRow,
  countFailedSignIn,
  countRecoveryCodes,
  findPerson,
  lockPeople,
  replaceRecoveryCodes,
  updatePerson,
} from './store.ts';
import {
  type AssertionResponse,
  type RegistrationResponse,
  type RelyingParty,
  addPasskey,
  assertionOptions,
  registrationOptions,
  selectPasskeysOf,
  verifyAssertion,
  verifyRegistration,
} from './passkeys.ts';
import { type Session, endSession, endSessionsOf, listSessions } from './sessions.ts';
import type { Actor } from '../roles.ts';
import {
  type ChangeAnswer,
  type OperatorAnswer,
  DONE,
  NOT_FOUND,
  invalid,
  refusal,
} from '../answer.ts';
import { recordingChanges } from '../audit/append.ts';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';
import { newRecoveryCodes, recoveryCodeHash } from './sign-in.ts';

/** The most sessions shown, the latest ones. Nobody has this many open. */
const MOST_SESSIONS = 100;

/** Returns what a signed-in person sees of their own account: their ways to sign in and their sessions. */
export async function showAccount(context: ServiceContext, session: Session) {
  const person = await findPerson(context.db, session.personId);
  if (person === undefined) return undefined;
  const { id, email, role, merchant_id: merchant, created_at } = person;
  const [recovery_codes, passkeys, sessions] = await Promise.all([
    countRecoveryCodes(context.db, id),
    selectPasskeysOf(context.db, id),
    listSessions(context, id, { after: undefined, limit: MOST_SESSIONS }),
  ]);
  return {
    email,
    role,
    merchant,
    created_at,
    recovery_codes,
    password: hasPasswordWay(person),
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: passkey.created_at,
      last_used_at: passkey.last_used_at,
    })),
    sessions: sessions.map(({ person: _person, role: _role, ...shown }) => ({
      ...shown,
      current: shown.id === session.id,
    })),
  };
}

/** The session and actor of a person who changes their own account. */
export interface Own {
  session: Session;
  actor: Actor;
}

/** Changes the password and ends all other sessions, so that anybody who knew the old password is signed out. */
export async function changePassword(
  context: ServiceContext,
  own: Own,
  password: string,
): Promise<OperatorAnswer> {
  const problem = passwordProblem(password, own.session.email);
  if (problem !== undefined) return invalid([`password: ${problem}`]);
  const password_hash = await hashPassword(password);
  return changingOwn(
    context,
    { ...own, command: 'people change-password' },
    async (within, person) => {
      if (!hasPasswordWay(person)) return refusal(NO_PASSWORD);
      await updatePerson(within.db, person.id, { password_hash });
      const ended = await endSessionsOf(within, person.id, own.session.id);
      const changed = { subject: `person ${person.email}`, after: { sessions_ended: ended } };
      return { ok: true, result: { sessions_ended: ended }, changed };
    },
  );
}

/** Replaces the recovery codes; the old ones stop working. */
export function renewRecoveryCodes(context: ServiceContext, own: Own): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'people renew-codes' }, async (within, person) => {
    if (!hasPasswordWay(person)) return refusal(NO_PASSWORD);
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(within, person.id, codes.map(recoveryCodeHash), within.now());
    const changed = { subject: `person ${person.email}`, after: { recovery_codes: codes.length } };
    return { ok: true, result: { recovery_codes: codes }, changed };
  });
}

/** Ends one of the person's own sessions. Ending the current one signs out. */
export function endOwnSession(
  context: ServiceContext,
  own: Own,
  id: string,
): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    const ended = await endSession(within, id, person.id);
    if (!ended) return NOT_FOUND;
    return { ...DONE, changed: { subject: `session ${id}`, after: { ended: true } } };
  });
}

/** Ends all of the person's sessions but the current one. */
export function endOtherSessions(context: ServiceContext, own: Own): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    const ended = await endSessionsOf(within, person.id, own.session.id);
    const after = { sessions_ended: ended };
    const changed = ended === 0 ? undefined : { subject: `person ${person.email}`, after };
    return { ok: true, result: after, changed };
  });
}

const NO_PASSWORD = 'You sign in with a passkey, and have no password or authenticator.';

/** Runs a change with its audit row in one transaction. Locks people, so that such changes run one after the other. */
function changingOwn<Answer extends ChangeAnswer>(
  context: ServiceContext,
  { session, actor, command }: Own & { command: string },
  change: (within: ServiceContext, person: PersonRow) => Promise<Answer>,
): Promise<Answer | typeof NOT_FOUND> {
  const call = { command, actor, reason: undefined };
  return recordingChanges<Answer | typeof NOT_FOUND>(context, call, async (within) => {
    await lockPeople(within.db);
    const person = await findPerson(within.db, session.personId);
    return person === undefined ? NOT_FOUND : change(within, person);
  });
}

/** The most passkeys of a person: one for each device, and some more. */
const MOST_PASSKEYS = 20;

export function ownPasskeyOptions(
  context: ServiceContext,
  party: RelyingParty,
  { personId, email }: Session,
) {
  const purpose = { to: 'add', personId } as const;
  return registrationOptions(context, party, { purpose, personId, email });
}

interface Added {
  name: string;
  response: RegistrationResponse;
}

/** Adds a passkey. The person has confirmed their identity before: otherwise they would have got no challenge. */
export async function addOwnPasskey(
  context: ServiceContext,
  own: Own & { party: RelyingParty },
  { name, response }: Added,
): Promise<OperatorAnswer> {
  const { personId } = own.session;
  const purpose = { to: 'add', personId } as const;
  const made = await verifyRegistration(context, own.party, { purpose, response });
  if (made === undefined) return invalid(['passkey: is not the requested one; try again']);
  return changingOwn(context, { ...own, command: 'passkeys add' }, async (within) => {
    const known = await selectPasskeysOf(within.db, personId);
    if (known.length >= MOST_PASSKEYS)
      return refusal(`You already have ${MOST_PASSKEYS} passkeys: remove one first.`);
    const id = await addPasskey(within, made, { personId, name });
    if (id === undefined) return refusal('This passkey is already in use: create another one.');
    const changed = { subject: `passkey ${id}`, after: { person: own.session.email, name } };
    return { ok: true, result: { id, name }, changed };
  });
}

export function removeOwnPasskey(
  context: ServiceContext,
  own: Own,
  id: string,
): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'passkeys remove' }, async (within, person) => {
    const taken = await removePasskeyUnlessLast(within, person, id);
    if (taken === 'not_found') return NOT_FOUND;
    if (taken === 'last_way_in') return refusal(LAST_WAY_IN);
    const changed = { subject: `passkey ${id}`, after: { person: person.email, removed: true } };
    return { ...DONE, changed };
  });
}

const LAST_WAY_IN = 'This is your only way to sign in: add another passkey first.';

/** Proof that the session's person is present, and not somebody who stole the session. */
export type Proof = { password: string } | { passkey: AssertionResponse };

export function confirmationOptions(
  context: ServiceContext,
  party: RelyingParty,
  { personId }: Session,
) {
  return assertionOptions(context, party, { to: 'confirm', personId });
}

/** Returns whether the proof is valid. A failure counts as a failed sign-in. */
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
