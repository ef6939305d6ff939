import type { ServiceContext } from '../../platform/context.ts';
import { removePasskeyUnlessLast } from './people.ts';
import { type PersonRow, findPerson, lockPeople, personName } from './store.ts';
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
  invalidAt,
  refusal,
} from '../answer.ts';
import { ended, recordingChanges } from '../audit/append.ts';

/** The most sessions shown, the latest ones. Nobody has this many open. */
const MOST_SESSIONS = 100;

/** Returns what a signed-in person sees of their own account: their passkeys and their sessions. */
export async function showAccount(context: ServiceContext, session: Session) {
  const person = await findPerson(context.db, session.personId);
  if (person === undefined) return undefined;
  const { id, email, role, merchant_id: merchant, oidc_issuer: provider, created_at } = person;
  const [passkeys, sessions] = await Promise.all([
    selectPasskeysOf(context.db, id),
    listSessions(context, id, { after: undefined, limit: MOST_SESSIONS }),
  ]);
  return {
    email,
    role,
    merchant,
    provider,
    created_at,
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

/** Ends one of the person's own sessions. Ending the current one signs out. */
export function endOwnSession(
  context: ServiceContext,
  own: Own,
  id: string,
): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    return ended(`session ${id}`, 'ended_at', await endSession(within, id, person.id));
  });
}

/** Ends all of the person's sessions but the current one. */
export function endOtherSessions(context: ServiceContext, own: Own): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'sessions end' }, async (within, person) => {
    const count = await endSessionsOf(within, person.id, own.session.id);
    const after = { sessions_ended: count };
    const changed = count === 0 ? undefined : { subject: `person ${personName(person)}`, after };
    return { ok: true, result: after, changed };
  });
}

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
  if (made === undefined)
    return invalidAt('/passkey', 'invalid', 'Is not the requested one; try again.');
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

export function confirmationOptions(
  context: ServiceContext,
  party: RelyingParty,
  { personId }: Session,
) {
  return assertionOptions(context, party, { to: 'confirm', personId });
}

interface Confirmation {
  /** The signature by one of the person's passkeys. */
  response: AssertionResponse;
  party: RelyingParty;
  address: string | undefined;
}

/** Returns whether the session's person confirmed with a passkey. A failure counts as a failed sign-in. */
export async function isConfirmed(
  context: ServiceContext,
  { personId }: Session,
  { response, party, address }: Confirmation,
): Promise<boolean> {
  const purpose = { to: 'confirm', personId } as const;
  return (await verifyAssertion(context, party, { purpose, response, address })) !== undefined;
}
