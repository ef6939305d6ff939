import type { ServiceContext } from '../../platform/context.ts';
import type { InvitationTable, PersonRole } from '../../platform/database/tables/people.ts';
import { changeBoundRow, isCopiedBack, type BindDeps } from '../../platform/bound-rows.ts';
import { isGranted, type GrantDeps } from '../grants.ts';
import { newToken, tokenHash } from '../tokens.ts';
import type { Actor } from '../roles.ts';
import { recordingChanges } from '../audit/append.ts';
import {
  type PersonRow,
  NO_EMAIL,
  countPeople,
  findInvitedPerson,
  findPerson,
  insertPerson,
  isEmail,
  lockPeople,
  personActor,
} from './store.ts';
import { NOT_FOUND, type InputError } from '../answer.ts';
import { toSentence } from '../input-errors.ts';
import {
  addPasskey,
  type NewPasskey,
  type RegistrationResponse,
  type RelyingParty,
  removePasskeysOf,
  selectPasskeysOf,
  verifyRegistration,
  wasTaken,
} from './passkeys.ts';
import { endSessionsOf } from './sessions.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Page } from '../lists.ts';

type Deps = BindDeps & Pick<ServiceContext, 'now' | 'newId'>;

/** A role, with a merchant if the role is merchant. */
export interface ActsAs {
  role: PersonRole;
  merchantId: string | undefined;
}

/** The person that a link is for: somebody new, or a known person who lost their passkeys. */
export type Invited = (ActsAs & { email: string | undefined }) | { personId: string };

/**
 * Returns the path of an invitation, a view of the console. The token is in the fragment, which browsers do not send
 * and logs do not contain.
 */
export function invitationPath(token: string): string {
  return `/console/invite#${token}`;
}

/** Creates a link that works once. Only the hash of its token is stored. */
export async function invite(
  deps: Deps,
  invited: Invited,
  forMs: number,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const [id, token] = [deps.newId(), newToken()];
  const expiresAt = new Date(deps.now().getTime() + forMs);
  const grant = {
    id,
    token_hash: tokenHash(token),
    expires_at: expiresAt,
    ...('personId' in invited ? KNOWN_PERSON_COLUMNS : newPersonColumns(invited)),
    person_id: 'personId' in invited ? invited.personId : null,
  };
  await changeBoundRow(deps, { table: 'invitations', id }, (trx) =>
    trx
      .insertInto('invitations')
      .values({ ...grant, created_at: deps.now(), used_at: null })
      .execute(),
  );
  return { id, token, expiresAt };
}

const KNOWN_PERSON_COLUMNS = { role: null, merchant_id: null, email: null };

function newPersonColumns({ role, merchantId, email }: ActsAs & { email: string | undefined }) {
  return { role, merchant_id: merchantId ?? null, email: email ?? null };
}

const HOUR_MS = 3_600_000;

/** A sandbox is tried right after its start, and the next start prints a new link. */
const FOR_MS = 24 * HOUR_MS;

const SANDBOX: Actor = { name: 'sandbox', role: 'admin', address: undefined };

/** The e-mail of the person that a sandbox's link signs in. */
const SANDBOX_ADMIN = 'admin@sandbox.example';

/**
 * Creates a link that signs in a sandbox's first admin, unless there are other people or the admin has a passkey.
 *
 * @returns the path of the link, undefined if none was created
 */
export async function inviteFirst(context: ServiceContext): Promise<string | undefined> {
  if ((await countPeople(context.db)) > 0 && !(await canOnlyUseLink(context))) return undefined;
  const call = { command: 'people invite', actor: SANDBOX, reason: undefined };
  const { path } = await recordingChanges(context, call, async (within) => {
    const invited = { role: 'admin', merchantId: undefined, email: SANDBOX_ADMIN } as const;
    const made = await invite(within, invited, FOR_MS);
    const after = { role: invited.role, expires_at: made.expiresAt };
    const changed = { subject: `invitation ${made.id}`, after };
    return { ok: true, result: {}, changed, path: invitationPath(made.token) };
  });
  return path;
}

/** Returns whether the sandbox's admin exists and can sign in only by link. */
async function canOnlyUseLink({ db }: Pick<ServiceContext, 'db'>): Promise<boolean> {
  const person = await findInvitedPerson(db, SANDBOX_ADMIN);
  return person !== undefined && !(await hasPasskey(db, person));
}

async function hasPasskey(db: Db, { id }: PersonRow): Promise<boolean> {
  return (await selectPasskeysOf(db, id)).length > 0;
}

/** Returns whether a sandbox created this link at its start. */
function isSandboxLink(
  { testKeys }: Pick<ServiceContext, 'testKeys'>,
  { invitation, role }: InvitedPerson,
): boolean {
  const { person_id: personId, email } = invitation;
  return testKeys && personId === null && role === 'admin' && email === SANDBOX_ADMIN;
}

/**
 * Signs in the sandbox's admin by link alone. The link works repeatedly until it expires, or the admin has a passkey.
 * No other link does this, and none outside a sandbox.
 */
export async function enterSandbox(
  context: ServiceContext,
  token: string,
  address: string | undefined,
): Promise<Accepted> {
  const invited = await findInvited(context, token);
  if (invited === undefined || !isSandboxLink(context, invited)) return GONE;
  const actor = personActor(
    { ...NO_PROVIDER, email: SANDBOX_ADMIN, role: 'admin', merchant_id: null },
    address,
  );
  const call = { command: 'people accept', actor, reason: undefined };
  const { accepted } = await recordingChanges(context, call, async (within) => {
    await lockPeople(within.db);
    const person = await sandboxAdmin(within, invited);
    if (person === undefined) return { ...NOT_FOUND, accepted: GONE };
    const changed = { subject: `person ${SANDBOX_ADMIN}`, after: { role: 'admin', by: 'link' } };
    const accepted: Accepted = { ok: true, person };
    return { ok: true, result: {}, changed, accepted };
  });
  return accepted;
}

/**
 * Returns the sandbox's admin, and creates them if there are no people. Returns undefined if the admin has a passkey or
 * another role, or if only other people exist.
 */
async function sandboxAdmin(
  context: ServiceContext,
  invited: InvitedPerson,
): Promise<PersonRow | undefined> {
  const { db } = context;
  const admin = await findInvitedPerson(db, SANDBOX_ADMIN);
  if (admin !== undefined) {
    return admin.role !== 'admin' || (await hasPasskey(db, admin)) ? undefined : admin;
  }
  if ((await countPeople(db)) > 0) return undefined;
  return createPerson(context, { ...invited, id: context.newId(), email: SANDBOX_ADMIN });
}

/** What a person sees who opens a link. */
export interface Offer {
  /** Undefined if the person enters it when accepting. */
  email: string | undefined;
  role: string;
  /** Whether the person exists already and gets a new passkey, which replaces the earlier ones. */
  known: boolean;
  /** When the link was first opened, if this is not the first time. That may have been somebody else. */
  opened_before: Date | null;
  /** Whether the link signs in by itself, as a sandbox's does. */
  lets_in: boolean;
}

/** @returns undefined if the link is unknown, used or expired */
export async function openInvitation(
  context: ServiceContext,
  token: string,
): Promise<Offer | undefined> {
  const invited = await findInvited(context, token);
  if (invited === undefined) return undefined;
  const { invitation, known, role, email } = invited;
  await noteOpened(context.db, invitation.id, context.now());
  return {
    email,
    role,
    known: known !== undefined,
    opened_before: invitation.opened_at,
    lets_in: isSandboxLink(context, invited),
  };
}

/** The person that a link is for, as far as known before it is accepted. */
export interface InvitedPerson {
  invitation: InvitationRow;
  /** Undefined for somebody new. */
  known: PersonRow | undefined;
  /** The id of the existing or future person. */
  id: string;
  role: PersonRow['role'];
  /** Undefined if the person enters it when accepting. */
  email: string | undefined;
}

/**
 * Finds the person that a link is for; undefined if the link is invalid, or the person was removed meanwhile. A new
 * person gets the id of the link, because a passkey needs the person's id before the person exists.
 */
export async function findInvited(
  context: Pick<ServiceContext, 'db' | 'now'> & GrantDeps,
  token: string,
): Promise<InvitedPerson | undefined> {
  const invitation = await findInvitation(context.db, tokenHash(token), context.now());
  if (invitation === undefined || !isGranted(context, 'invitations', invitation)) {
    return undefined;
  }
  const { id, person_id, role, email } = invitation;
  const known = person_id === null ? undefined : await findPerson(context.db, person_id);
  if (known !== undefined) {
    return { invitation, known, id: known.id, role: known.role, email: known.email };
  }
  return role === null ? undefined : { invitation, known, id, role, email: email ?? undefined };
}

export interface Acceptance {
  token: string;
  email: string | undefined;
  party: RelyingParty;
  passkey: { name: string; response: RegistrationResponse };
}

export type Accepted =
  | { ok: true; person: PersonRow }
  | { ok: false; errors: readonly InputError[] | 'gone' };

/**
 * Creates the person that a link is for, or replaces their passkeys, and uses the link up.
 *
 * @returns what is wrong with the input, or `gone`
 */
export async function acceptInvitation(
  context: ServiceContext,
  acceptance: Acceptance,
  address: string | undefined,
): Promise<Accepted> {
  const invited = await findInvited(context, acceptance.token);
  if (invited === undefined) return GONE;
  const email = invited.email ?? acceptance.email ?? '';
  const passkey = await checkPasskey(context, invited, acceptance);
  const errors = [
    // A known person keeps an address that would be refused today.
    ...(invited.known !== undefined || isEmail(email)
      ? []
      : [{ pointer: '/email', code: 'format', detail: toSentence(NO_EMAIL) }]),
    ...(typeof passkey === 'string'
      ? [{ pointer: '/passkey', code: 'invalid', detail: passkey }]
      : []),
  ];
  if (errors.length > 0 || typeof passkey === 'string') return { ok: false, errors };
  const { name } = acceptance.passkey;
  return recordAcceptance(context, { ...invited, email, passkey, name }, address);
}

const GONE = { ok: false, errors: 'gone' } as const;

/** @returns the verified passkey, or a sentence about what is wrong */
async function checkPasskey(
  context: ServiceContext,
  { invitation }: InvitedPerson,
  { party, passkey: { response } }: Acceptance,
): Promise<NewPasskey | string> {
  const purpose = { to: 'accept', invitationId: invitation.id } as const;
  const passkey = await verifyRegistration(context, party, { purpose, response });
  if (passkey === undefined) return 'Is not the requested one; try again.';
  return (await wasTaken(context.db, passkey.credential_id))
    ? 'Is already in use; create another one.'
    : passkey;
}

const NO_PROVIDER = { oidc_issuer: null, oidc_subject: null };

type NewPerson = InvitedPerson & { email: string };

interface Saving extends NewPerson {
  passkey: NewPasskey;
  name: string;
}

async function recordAcceptance(
  context: ServiceContext,
  saving: Saving,
  address: string | undefined,
): Promise<Accepted> {
  const { invitation, email, role } = saving;
  const { merchant_id } = saving.known ?? invitation;
  const actor = personActor({ ...NO_PROVIDER, email, role, merchant_id }, address);
  const call = { command: 'people accept', actor, reason: undefined };
  const { accepted } = await recordingChanges(context, call, async (within) => {
    const result = await save(within, saving);
    if (!result.ok) return { ...NOT_FOUND, accepted: result };
    const after = { role, merchant: merchant_id, passkey: saving.name };
    const changed = { subject: `person ${email}`, after };
    return { ok: true, result: {}, changed, accepted: result };
  });
  return accepted;
}

async function save(context: ServiceContext, saving: Saving): Promise<Accepted> {
  const { db } = context;
  const { invitation, known, id, email, passkey, name } = saving;
  await lockPeople(db);
  // Runs before the link is used up, so that the person can try another e-mail.
  if (known === undefined && (await findInvitedPerson(db, email)) !== undefined) {
    const detail = 'Belongs to somebody else; enter another one.';
    return { ok: false, errors: [{ pointer: '/email', code: 'conflict', detail }] };
  }
  if ((await useInvitation(context, invitation.id)) === undefined) return GONE;
  if (known !== undefined) await endAccess(context, known);
  const person = known ?? (await createPerson(context, saving));
  // This was checked before, so somebody else added the same passkey just now. Throwing rolls everything back.
  const added = await addPasskey(context, passkey, { personId: id, name });
  if (added === undefined) throw new Error('Two added the same passkey at once');
  return { ok: true, person };
}

/** Ends all that a person could sign in with, and their sessions: whoever has a lost device is signed out. */
async function endAccess(context: ServiceContext, { id }: PersonRow): Promise<void> {
  await removePasskeysOf(context, id);
  await endSessionsOf(context, id);
  await endInvitationsOf(context, id);
}

async function createPerson(
  context: ServiceContext,
  { invitation: { merchant_id }, id, email, role }: NewPerson,
): Promise<PersonRow> {
  const grant = { id, email, role, merchant_id, ...NO_PROVIDER, removed_at: null };
  return insertPerson(context, { ...grant, created_at: context.now() });
}

export type InvitationRow = Selectable<InvitationTable>;

function findInvitation(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('invitations')
    .selectAll()
    .select(isCopiedBack('invitations').as('is_copied_back'))
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Records only the first time. */
async function noteOpened(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ opened_at: at })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute();
}

type UseDeps = BindDeps & Pick<ServiceContext, 'now'>;

/** @returns when it was used up; undefined if there is none, or it was used before */
export async function useInvitation(deps: UseDeps, id: string): Promise<Date | undefined> {
  const at = deps.now();
  return (await useInvitations(deps, [id], at)) === 1n ? at : undefined;
}

/** Ends a person's unused links. */
export async function endInvitationsOf(deps: UseDeps, personId: string): Promise<void> {
  const unused = await deps.db
    .selectFrom('invitations')
    .select('id')
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute();
  await useInvitations(
    deps,
    unused.map(({ id }) => id),
    deps.now(),
  );
}

/** @returns the number of those that were unused */
async function useInvitations(deps: UseDeps, ids: readonly string[], at: Date): Promise<bigint> {
  // Whatever else its row says, a used link grants nothing.
  const rows = { table: 'invitations', id: ids, isWhole: true } as const;
  const { numUpdatedRows } = await changeBoundRow(deps, rows, (trx) =>
    trx
      .updateTable('invitations')
      .set({ used_at: at })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows;
}

/** Lists the open invitations, latest first. */
export function selectInvitations(db: Db, now: Date, { after, limit }: Page) {
  return db
    .selectFrom('invitations')
    .leftJoin('people', 'people.id', 'person_id')
    .leftJoin('merchants', 'merchants.id', 'invitations.merchant_id')
    .select(['invitations.id', 'invitations.role', 'merchants.name as merchant'])
    .select(({ fn }) => fn.coalesce('people.email', 'invitations.email').as('email'))
    .select(['invitations.created_at', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invitations.created_at, invitations.id) < (
          select last.created_at, last.id from invitations as last where last.id = ${after})`,
      ),
    )
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute();
}
