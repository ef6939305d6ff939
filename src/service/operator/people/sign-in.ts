import type { ServiceContext } from '../../platform/context.ts';
import { isGranted } from '../grants.ts';
import { SEALED } from '../../platform/keyring.ts';
import { verifyPassword } from './password.ts';
import {
  type PersonRow,
  countFailedSignIn,
  findPerson,
  useRecoveryCode,
  useTotpStep,
} from './store.ts';
import { base32, findStep } from './totp.ts';
import { randomBytes } from 'node:crypto';
import { tokenHash } from '../tokens.ts';

export interface SignIn {
  email: string;
  password: string;
  /** The authenticator's code, or a recovery code. */
  code: string;
}

/** The secret to compare with if nobody has the e-mail, so that this takes as long. */
const NO_SECRET = Buffer.alloc(20);

export interface SignedIn {
  person: PersonRow;
  way: 'password' | 'recovery code' | 'passkey';
}

/**
 * @returns the person; undefined if anything is wrong. The caller does not learn what: an unknown e-mail takes as long
 * as a wrong password
 */
export async function signIn(
  context: Pick<ServiceContext, 'db' | 'now' | 'keyring' | 'background' | 'log'>,
  { email, password, code }: SignIn,
): Promise<SignedIn | undefined> {
  const known = await findByEmail(context, email);
  const right = await verifyPassword(password, known?.password_hash ?? undefined);
  const way = await useCode(context, known, { code, right });
  if (known !== undefined && way !== undefined) return { person: known, way };
  // Runs in the background, so that an existing e-mail does not take longer to answer.
  if (known !== undefined) context.background.run(countFailedSignIn(context.db, known.id));
  return undefined;
}

/** Finds the person by e-mail. `findPerson` also accepts an id, which is refused here. */
async function findByEmail(
  { db, keyring, log }: Pick<ServiceContext, 'db' | 'keyring' | 'log'>,
  email: string,
): Promise<PersonRow | undefined> {
  const person = await findPerson(db, email);
  if (person?.email.toLowerCase() !== email.toLowerCase()) return undefined;
  if (isGranted(keyring, 'people', person)) return person;
  log.warn({ personId: person.id }, NOT_CONFIRMED);
  return undefined;
}

const NOT_CONFIRMED =
  'Sign-in refused: the record of this person is not confirmed (people confirm)';

/** Uses a code up if the password was right, so that nobody else can use up a person's codes. */
async function useCode(
  { db, now, keyring }: Pick<ServiceContext, 'db' | 'now' | 'keyring'>,
  person: PersonRow | undefined,
  { code, right }: { code: string; right: boolean },
): Promise<'password' | 'recovery code' | undefined> {
  const sealed = person?.totp_sealed;
  const secret = sealed
    ? Buffer.from(keyring.unseal(SEALED.totpSecret, person.id, sealed), 'base64')
    : NO_SECRET;
  const step = findStep(secret, code.replaceAll(/\s/g, ''), {
    now: now(),
    after: person?.totp_step ?? 0n,
  });
  if (!right || person === undefined || !sealed) return undefined;
  if (step !== undefined) {
    return (await useTotpStep(db, person.id, step)) ? 'password' : undefined;
  }
  const used = { personId: person.id, hash: recoveryCodeHash(code), at: now() };
  return (await useRecoveryCode({ db, keyring }, used)) ? 'recovery code' : undefined;
}

const CODES = 10;

/** 80 bits, which nobody can guess, so the hash needs no salt and no cost. */
const BYTES = 10;

/** Generates recovery codes, each of which replaces an authenticator's code once: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    (base32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** Hashes a code regardless of case, spaces and hyphens. */
export function recoveryCodeHash(code: string): Buffer {
  return tokenHash(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''));
}
