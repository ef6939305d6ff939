import type { ServiceContext } from '../../platform/context.ts';
import { recordingChanges } from '../audit/append.ts';
import { type PersonRow, personActor, takeFailedSignIns } from './store.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { PersonRole } from '../../platform/database/tables/people.ts';
import { changeBoundRow, isCopiedBack, type BindDeps } from '../../platform/bound-rows.ts';
import { isGranted, type GrantDeps } from '../grants.ts';
import { newToken, tokenHash } from '../tokens.ts';
import type { Page } from '../lists.ts';

interface From {
  address: string | undefined;
  agent: string | undefined;
}

export interface OpenedSession {
  /** The token for its cookie. */
  token: string;
  expiresAt: Date;
  lifetimeMs: number;
  /** The number of failed sign-ins as this person since the last successful one. */
  failedBefore: number;
}

export interface SignedIn {
  person: PersonRow;
  way: 'link' | 'passkey' | 'provider';
}

/**
 * Opens a session, and records in the audit how the person signed in. Failed sign-ins are only counted when they happen
 * and recorded here: a row for each would let anybody fill the audit.
 */
export async function openSession(
  context: ServiceContext,
  { person, way }: SignedIn,
  { address, agent }: From,
): Promise<OpenedSession> {
  const actor = personActor(person, address);
  const call = { command: 'sessions begin', actor, reason: undefined };
  const { opened } = await recordingChanges(context, call, async (within) => {
    const failedBefore = await takeFailedSignIns(within.db, person.id);
    const lifetimeMs = way === 'provider' ? PROVIDER_SESSION_MS : SESSION_MS;
    const begin = { personId: person.id, address, agent, lifetimeMs };
    const { id, ...session } = await beginSession(within, begin);
    const after = { way, ...(failedBefore > 0 && { failed_before: failedBefore }) };
    const changed = { subject: `session ${id}`, after };
    return { ok: true, result: {}, changed, opened: { ...session, lifetimeMs, failedBefore } };
  });
  return opened;
}

type Deps = Pick<ServiceContext, 'db' | 'now'>;

const MINUTE_MS = 60_000;
/** A person is signed out after this long without activity. */
const IDLE_MS = 30 * MINUTE_MS;
/** A working day. */
const SESSION_MS = 12 * 60 * MINUTE_MS;
/**
 * The session of a provider's person: the time after which a removal at the provider acts. It has no idle limit, since
 * the provider would let the person in again at a click.
 */
const PROVIDER_SESSION_MS = 8 * 60 * MINUTE_MS;
/** Limits writes: the last use is updated at most this often. */
const TOUCHED_EVERY_MS = MINUTE_MS;
const MAX_AGENT = 200;

export interface Session {
  id: string;
  personId: string;
  email: string;
  role: PersonRole;
  merchantId: string | null;
  /** The issuer and subject of a provider's person; null for a person with passkeys. */
  issuer: string | null;
  subject: string | null;
  expiresAt: Date;
}

interface Begin {
  personId: string;
  address: string | undefined;
  agent: string | undefined;
  lifetimeMs?: number;
}

/** @returns the token for its cookie; the database stores only its hash */
export async function beginSession(
  deps: BindDeps & Pick<ServiceContext, 'now' | 'newId'>,
  { personId, address, agent, lifetimeMs = SESSION_MS }: Begin,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const [id, token] = [deps.newId(), newToken()];
  const at = deps.now();
  const expiresAt = new Date(at.getTime() + lifetimeMs);
  const times = { created_at: at, last_used_at: at, ended_at: null };
  const from = { address: address ?? null, agent: agent?.slice(0, MAX_AGENT) ?? null };
  const grant = { id, person_id: personId, token_hash: tokenHash(token), expires_at: expiresAt };
  await changeBoundRow(deps, { table: 'operator_sessions', id }, (trx) =>
    trx
      .insertInto('operator_sessions')
      .values({ ...grant, ...from, ...times })
      .execute(),
  );
  return { id, token, expiresAt };
}

/**
 * Finds a session and its person's current role; undefined if the session has ended, or this service did not write it.
 */
export async function findSession(
  context: Deps & GrantDeps,
  token: string,
): Promise<Session | undefined> {
  const { db } = context;
  const at = context.now();
  const found = await db
    .selectFrom('operator_sessions as session')
    .innerJoin('people', 'people.id', 'session.person_id')
    .select(['session.id', 'token_hash', 'person_id', 'session.expires_at', 'last_used_at'])
    .select(['ended_at', 'session.audit_number', 'session.row_mac'])
    .select(isCopiedBack('operator_sessions', 'session').as('is_copied_back'))
    .select(['email', 'role', 'merchant_id', 'removed_at', 'oidc_issuer', 'oidc_subject'])
    .select(['people.audit_number as person_number', 'people.row_mac as person_mac'])
    .select(isCopiedBack('people').as('is_person_copied_back'))
    .where('session.token_hash', '=', tokenHash(token))
    .where(inForce(at))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined || !isGranted(context, 'operator_sessions', found)) return undefined;
  const person = {
    ...found,
    id: found.person_id,
    audit_number: found.person_number,
    row_mac: found.person_mac,
    is_copied_back: found.is_person_copied_back,
  };
  if (!isGranted(context, 'people', person)) return undefined;
  if (at.getTime() - found.last_used_at.getTime() > TOUCHED_EVERY_MS) await touch(db, found.id, at);
  const { id, person_id: personId, email, role, merchant_id: merchantId } = found;
  const { oidc_issuer: issuer, oidc_subject: subject, expires_at: expiresAt } = found;
  return { id, personId, email, role, merchantId, issuer, subject, expiresAt };
}

function inForce(at: Date) {
  const idleSince = new Date(at.getTime() - IDLE_MS);
  return sql<boolean>`session.ended_at is null and session.expires_at > ${at}
    and (oidc_issuer is not null or session.last_used_at > ${idleSince})`;
}

async function touch(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('operator_sessions')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .execute();
}

/**
 * Lists active sessions, latest first.
 *
 * @param personId undefined for everybody's
 */
export function listSessions(
  { db, now }: Deps,
  personId: string | undefined,
  { after, limit }: Page,
) {
  let query = db
    .selectFrom('operator_sessions as session')
    .innerJoin('people', 'people.id', 'session.person_id')
    .select(['session.id', 'email as person', 'role', 'address', 'agent'])
    .select(['session.created_at', 'last_used_at', 'expires_at'])
    .where(inForce(now()))
    .where('removed_at', 'is', null)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit);
  if (personId !== undefined) query = query.where('person_id', '=', personId);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from operator_sessions as last where last.id = ${after})`;
  return query.where(sql<boolean>`(session.created_at, session.id) < ${last}`).execute();
}

type ChangeDeps = BindDeps & Pick<ServiceContext, 'now'>;

/**
 * @param personId the owner that the session must have
 * @returns when it ended; undefined if there is no such session, or it had ended
 */
export async function endSession(
  deps: ChangeDeps,
  id: string,
  personId?: string,
): Promise<Date | undefined> {
  let query = deps.db
    .selectFrom('operator_sessions')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null);
  if (personId !== undefined) query = query.where('person_id', '=', personId);
  const at = deps.now();
  return (await endSessions(deps, await query.execute(), at)) === 1 ? at : undefined;
}

/**
 * Ends all of a person's sessions.
 *
 * @param but the session that stays
 * @returns the number of sessions ended
 */
export async function endSessionsOf(
  deps: ChangeDeps,
  personId: string,
  but?: string,
): Promise<number> {
  let query = deps.db
    .selectFrom('operator_sessions')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null);
  if (but !== undefined) query = query.where('id', '!=', but);
  return endSessions(deps, await query.execute(), deps.now());
}

/** @returns the number of sessions ended */
async function endSessions(
  deps: ChangeDeps,
  sessions: readonly { id: string }[],
  at: Date,
): Promise<number> {
  const ids = sessions.map(({ id }) => id);
  // Whatever else its row says, a session that has ended grants nothing.
  const rows = { table: 'operator_sessions', id: ids, isWhole: true } as const;
  const { numUpdatedRows } = await changeBoundRow(deps, rows, (trx) =>
    trx
      .updateTable('operator_sessions')
      .set({ ended_at: at })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}
