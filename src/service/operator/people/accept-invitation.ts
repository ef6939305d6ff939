import type { ServiceContext } from '../../platform/context.ts';
import { NOT_FOUND } from '../command.ts';
import { grantMac } from '../grants.ts';
import { recordingChanges } from '../recording-changes.ts';
import { isEmail } from './email.ts';
import { useInvitation } from './invitation-queries.ts';
import { findInvited, type InvitedPerson } from './open-invitation.ts';
import { addPasskey } from './passkeys/register.ts';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';
import { personActor } from './person-actor.ts';
import {
  findPerson,
  insertPerson,
  lockPeople,
  replaceRecoveryCodes,
  updatePerson,
  type PersonRow,
} from './queries.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { judgeFactor, type GivenFactor, type SecondFactor } from './second-factor.ts';

export interface Acceptance {
  token: string;
  email: string | undefined;
  /** Undefined for somebody who takes a passkey, and has no password. */
  password: string | undefined;
  factor: GivenFactor;
}

export type Accepted =
  | { ok: true; person: PersonRow; recoveryCodes: string[] }
  | { ok: false; problems: readonly string[] | 'gone' };

/**
 * Makes the person that a link is for, or gives them a new second factor, and uses the link up. Recovery codes
 * stand in the place of an authenticator's: with a passkey there are none.
 *
 * @returns what is wrong with what was typed, in sentences
 */
export async function acceptInvitation(
  context: ServiceContext,
  given: Acceptance,
  address: string | undefined,
): Promise<Accepted> {
  const found = await findInvited(context, given.token);
  if (found === undefined) return GONE;
  const email = found.email ?? given.email ?? '';
  const invited = { ...found, email };
  const factor = await judgeFactor(context, invited, given.factor);
  const problems = [
    ...(isEmail(email) ? [] : ['email: must be an e-mail address']),
    ...(await passwordProblems(given, invited)),
    ...(typeof factor === 'string' ? [factor] : []),
  ];
  if (problems.length > 0 || typeof factor === 'string') return { ok: false, problems };
  const newHash = await newPasswordHash(given, invited);
  return saved(context, { ...invited, newHash, factor }, address);
}

const GONE = { ok: false, problems: 'gone' } as const;

interface Saving extends InvitedPerson {
  email: string;
  /** Undefined where a password stays as it is, or there is none. */
  newHash: string | undefined;
  factor: SecondFactor;
}

async function newPasswordHash(
  { password, factor }: Acceptance,
  { known }: Pick<InvitedPerson, 'known'>,
): Promise<string | undefined> {
  const isNew = 'code' in factor && typeof known?.password_hash !== 'string';
  return isNew && password !== undefined ? hashPassword(password) : undefined;
}

async function saved(
  context: ServiceContext,
  saving: Saving,
  address: string | undefined,
): Promise<Accepted> {
  const { invitation, email, role, factor } = saving;
  const { merchant_id } = saving.known ?? invitation;
  const actor = personActor({ email, role, merchant_id }, address);
  const call = { command: 'people accept', actor, reason: undefined };
  const { accepted } = await recordingChanges(context, call, async (within) => {
    const result = await save(within, saving);
    if (!result.ok) return { ...NOT_FOUND, accepted: result };
    const after = { role, merchant: merchant_id, second_factor: factor.way };
    const changed = { subject: `person ${email}`, after };
    return { ok: true, result: {}, changed, accepted: result };
  });
  return accepted;
}

async function save(context: ServiceContext, saving: Saving): Promise<Accepted> {
  const { db, now } = context;
  const { invitation, known, id, email, factor } = saving;
  await lockPeople(db);
  // Before the link is used up: another e-mail may do.
  if (known === undefined && (await findPerson(db, email)) !== undefined) {
    return { ok: false, problems: ['email: somebody has it already'] };
  }
  if (!(await useInvitation(db, invitation.id, now()))) return GONE;
  const person = await savePerson(context, saving);
  if (factor.way === 'passkey') {
    const { made, name } = factor;
    // Judged before: somebody took it in this very moment, and all is rolled back.
    const added = await addPasskey(context, made, { personId: id, name });
    if (added === undefined) throw new Error('Two took the same passkey at once');
  }
  const recoveryCodes = factor.way === 'totp' ? newRecoveryCodes() : [];
  await replaceRecoveryCodes(context, id, recoveryCodes.map(recoveryCodeHash), now());
  return { ok: true, person, recoveryCodes };
}

async function savePerson(
  { db, now, keyring }: ServiceContext,
  { invitation, known, id, email, role, newHash, factor }: Saving,
): Promise<PersonRow> {
  const second = factor.way === 'totp' ? factor.columns : { totp_sealed: null, totp_step: 0n };
  if (known !== undefined) {
    const columns = { ...second, ...(newHash !== undefined && { password_hash: newHash }) };
    await updatePerson(db, id, columns);
    return { ...known, ...columns };
  }
  const { merchant_id, merchant_name } = invitation;
  const password_hash = newHash ?? null;
  const acting = { role, merchant_id, merchant_name };
  const grant_mac = grantMac(keyring, 'people', { id, email, ...acting, removed_at: null });
  const row = { id, email, ...acting, password_hash, ...second, created_at: now(), grant_mac };
  await insertPerson(db, row);
  return { ...row, failed_sign_ins: 0, removed_at: null };
}

/** Whoever has a password types it, so that a link alone lets nobody in as them. */
async function passwordProblems(
  { password, factor }: Acceptance,
  { known, email }: { known: PersonRow | undefined; email: string },
): Promise<string[]> {
  if (known !== undefined && known.password_hash !== null) {
    const right = await verifyPassword(password ?? '', known.password_hash);
    return right ? [] : ['password: is not the one that you have'];
  }
  if ('passkey' in factor) return [];
  const problem = passwordProblem(password ?? '', email);
  return problem === undefined ? [] : [`password: ${problem}`];
}
