import type { ServiceContext } from '../../platform/context.ts';
import { FINGERPRINTED, SEALED } from '../../platform/keyring-purposes.ts';
import type { Actor } from '../actor.ts';
import { NOT_FOUND } from '../command.ts';
import { recordingChanges } from '../recording-changes.ts';
import { hashPassword, passwordProblem, verifyPassword } from './password.ts';
import {
  findInvitation,
  findPerson,
  insertPerson,
  lockPeople,
  replaceRecoveryCodes,
  updatePerson,
  useInvitation,
  type InvitationRow,
  type PersonRow,
} from './queries.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { tokenHash } from './tokens.ts';
import { findStep, otpauthUri, base32 } from './totp.ts';

/** As the authenticator apps expect it of SHA-1. */
const TOTP_BYTES = 20;

/** What a link offers to whoever opens it. */
export interface Offer {
  /** Undefined where whoever accepts says it. */
  email: string | undefined;
  role: string;
  /** Whether there is a person already, who gets a new second factor. */
  known: boolean;
  totp: { secret: string; uri: string };
}

/** @returns undefined where the link is none, was used or has expired */
export async function openInvitation(
  context: ServiceContext,
  token: string,
): Promise<Offer | undefined> {
  const invitation = await findInvitation(context.db, tokenHash(token), context.now());
  if (invitation === undefined) return undefined;
  const person = await personOf(context, invitation);
  const role = person?.role ?? invitation.role;
  if (role === null) return undefined;
  const email = person?.email ?? invitation.email ?? undefined;
  const secret = offeredSecret(context, token);
  const uri = otpauthUri(secret, email ?? 'operator');
  return { email, role, known: person !== undefined, totp: { secret: base32(secret), uri } };
}

export interface Acceptance {
  token: string;
  email: string | undefined;
  password: string;
  code: string;
}

export type Accepted =
  | { ok: true; personId: string; recoveryCodes: string[] }
  | { ok: false; problems: readonly string[] | 'gone' };

/**
 * Makes the person that a link is for, or gives them a new second factor, and uses the link up.
 *
 * @returns what is wrong with what was typed, in sentences
 */
export async function acceptInvitation(
  context: ServiceContext,
  given: Acceptance,
  address: string | undefined,
): Promise<Accepted> {
  const invited = await findInvited(context, given);
  if (invited === undefined) return GONE;
  const secret = offeredSecret(context, given.token);
  const step = findStep(secret, given.code, { now: context.now(), after: 0n });
  const problems = await problemsOf(given, invited, step);
  if (problems.length > 0 || step === undefined) return { ok: false, problems };
  const { known, email } = invited;
  const passwordHash = known?.password_hash ?? (await hashPassword(given.password));
  const id = known?.id ?? context.newId();
  const totp_sealed = context.keyring.seal(SEALED.totpSecret, id, secret.toString('base64'));
  return saved(context, {
    ...{ ...invited, address },
    person: { id, email, password_hash: passwordHash, totp_sealed, totp_step: step },
  });
}

/** Whom a link is for, as far as that is known before it is accepted. */
interface InvitedPerson {
  invitation: InvitationRow;
  /** Undefined for somebody new. */
  known: PersonRow | undefined;
  role: PersonRow['role'];
  email: string;
}

/** Undefined where the link is no good, or for somebody who was removed meanwhile. */
async function findInvited(
  context: ServiceContext,
  { token, email }: Acceptance,
): Promise<InvitedPerson | undefined> {
  const invitation = await findInvitation(context.db, tokenHash(token), context.now());
  const known = invitation && (await personOf(context, invitation));
  const role = known?.role ?? invitation?.role;
  if (invitation === undefined || !role) return undefined;
  return { invitation, known, role, email: known?.email ?? invitation.email ?? email ?? '' };
}

async function problemsOf(
  { password }: Acceptance,
  { email, known }: InvitedPerson,
  step: bigint | undefined,
): Promise<string[]> {
  return [
    ...(isEmail(email) ? [] : ['email: must be an e-mail address']),
    ...(await passwordProblems(password, email, known)),
    ...(step === undefined ? ['code: is not the one that the authenticator shows now'] : []),
  ];
}

const GONE = { ok: false, problems: 'gone' } as const;

interface Saving extends InvitedPerson {
  address: string | undefined;
  person: Pick<PersonRow, 'id' | 'email' | 'password_hash' | 'totp_sealed' | 'totp_step'>;
}

async function saved(context: ServiceContext, saving: Saving): Promise<Accepted> {
  const { invitation, person, role } = saving;
  const actor: Actor = { name: `person ${person.email}`, role, address: saving.address };
  const call = { command: 'people accept', actor, reason: undefined };
  const { accepted } = await recordingChanges(context, call, async (within) => {
    const result = await save(within, saving);
    if (!result.ok) return { ...NOT_FOUND, accepted: result };
    const after = { role, merchant: invitation.merchant_id, second_factor: 'totp' };
    const changed = { subject: `person ${person.email}`, after };
    return { ok: true, result: {}, changed, accepted: result };
  });
  return accepted;
}

async function save(
  { db, now }: ServiceContext,
  { invitation, known, role, person }: Saving,
): Promise<Accepted> {
  await lockPeople(db);
  // Before the link is used up: another e-mail may do.
  if (known === undefined && (await findPerson(db, person.email)) !== undefined) {
    return { ok: false, problems: ['email: somebody has it already'] };
  }
  if (!(await useInvitation(db, invitation.id, now()))) return GONE;
  if (known === undefined) {
    const { merchant_id } = invitation;
    await insertPerson(db, { ...person, role, merchant_id, created_at: now() });
  } else {
    const { totp_sealed, totp_step } = person;
    await updatePerson(db, known.id, { totp_sealed, totp_step });
  }
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryCodes(db, person.id, recoveryCodes.map(recoveryCodeHash), now());
  return { ok: true, personId: person.id, recoveryCodes };
}

/** Undefined for somebody new. */
async function personOf(
  { db }: Pick<ServiceContext, 'db'>,
  { person_id: id }: InvitationRow,
): Promise<PersonRow | undefined> {
  return id === null ? undefined : findPerson(db, id);
}

async function passwordProblems(
  password: string,
  email: string,
  known: PersonRow | undefined,
): Promise<string[]> {
  if (known !== undefined) {
    const right = await verifyPassword(password, known.password_hash);
    return right ? [] : ['password: is not the one that you have'];
  }
  const problem = passwordProblem(password, email);
  return problem === undefined ? [] : [`password: ${problem}`];
}

/** From the token, so that it need not be kept: only this service can tell it, and only while the link works. */
function offeredSecret({ keyring }: Pick<ServiceContext, 'keyring'>, token: string): Buffer {
  return keyring.fingerprint(FINGERPRINTED.offeredTotp, token).subarray(0, TOTP_BYTES);
}

const MAX_EMAIL = 254;

export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL &&
    /^[^\s@<>"\\\0-\x1f]+@[^\s@<>"\\\0-\x1f]+\.[^\s@<>"\\\0-\x1f]+$/.test(text)
  );
}
