import type { ServiceContext } from '../../platform/context.ts';
import { grantMac } from '../grants.ts';
import { endInvitationsOf } from './invitation-queries.ts';
import type { ActsAs } from './invite.ts';
import { removePasskey, removePasskeysOf, selectPasskeysOf } from './passkeys/queries.ts';
import { countAdmins, replaceRecoveryCodes, updatePerson, type PersonRow } from './queries.ts';
import { endSessionsOf } from './sessions.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;
type Done = 'done' | 'last_admin';

/** The person was read under `lockPeople`, so that no two admins take each other's role away at once. */
export async function changeRole(
  { db, keyring }: Deps,
  person: PersonRow,
  { role, merchantId, merchantName }: ActsAs,
): Promise<Done> {
  if (role !== 'admin' && (await isLastAdmin(db, person))) return 'last_admin';
  const merchant = { merchant_id: merchantId ?? null, merchant_name: merchantName ?? null };
  const grant_mac = grantMac(keyring, 'people', { ...person, role, ...merchant });
  await updatePerson(db, person.id, { role, ...merchant, grant_mac });
  return 'done';
}

/** As with a role, read under `lockPeople`. Sessions end at once; the row stays, for the audit says the e-mail. */
export async function removePerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: PersonRow,
): Promise<Done> {
  if (await isLastAdmin(db, person)) return 'last_admin';
  await updatePerson(db, person.id, { removed_at: now(), grant_mac: null });
  await removePasskeysOf(db, person.id, now());
  await endSessionsOf({ db, now }, person.id);
  await endInvitationsOf(db, person.id, now());
  return 'done';
}

/** Nobody signs in as them until they have taken a new one, by a link; passkeys are as lost as the rest. */
export async function takeSecondFactor(
  { db, now, keyring }: Deps,
  person: PersonRow,
): Promise<void> {
  await updatePerson(db, person.id, { totp_sealed: null });
  await removePasskeysOf(db, person.id, now());
  await replaceRecoveryCodes({ db, keyring }, person.id, [], now());
  await endSessionsOf({ db, now }, person.id);
  await endInvitationsOf(db, person.id, now());
}

/** Their last way in stays: what takes it away is `takeSecondFactor`. The person was read under `lockPeople`. */
export async function takePasskey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: PersonRow,
  id: string,
): Promise<'done' | 'last_way_in' | 'not_found'> {
  const passkeys = await selectPasskeysOf(db, person.id);
  if (!passkeys.some((passkey) => passkey.id === id)) return 'not_found';
  if (passkeys.length === 1 && !hasPasswordWay(person)) return 'last_way_in';
  await removePasskey(db, id, now());
  return 'done';
}

/** A password lets nobody in without its second factor. */
export function hasPasswordWay({ password_hash, totp_sealed }: PersonRow): boolean {
  return password_hash !== null && totp_sealed !== null;
}

async function isLastAdmin(db: ServiceContext['db'], person: PersonRow): Promise<boolean> {
  return person.role === 'admin' && (await countAdmins(db)) === 1;
}
