import type { ServiceContext } from '../../platform/context.ts';
import { grantMac } from '../grants.ts';
import { type ActsAs, endInvitationsOf } from './invitations.ts';
import { removePasskey, removePasskeysOf, selectPasskeysOf } from './passkeys.ts';
import { endSessionsOf } from './sessions.ts';
import { type PersonRow, countAdmins, updatePerson } from './store.ts';

type Deps = Pick<ServiceContext, 'db' | 'now' | 'keyring'>;

type Done = 'done' | 'last_admin' | 'of_provider';

/**
 * Changes a person's role. The person must have been read under `lockPeople`, so that two admins cannot remove each
 * other's role at the same time.
 */
export async function changeRole(
  { db, keyring }: Deps,
  person: PersonRow,
  { role, merchantId }: ActsAs,
): Promise<Done> {
  if (person.oidc_issuer !== null) return 'of_provider';
  if (role !== 'admin' && (await isLastAdmin(db, person))) return 'last_admin';
  const merchant_id = merchantId ?? null;
  const grant_mac = grantMac(keyring, 'people', { ...person, role, merchant_id });
  await updatePerson(db, person.id, { role, merchant_id, grant_mac });
  return 'done';
}

/**
 * Removes a person, who must have been read under `lockPeople`. Ends their sessions at once. The row stays, because the
 * audit refers to its e-mail.
 */
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

/** Lets a removed person of a provider in again, who must have been read under `lockPeople`. */
export async function restorePerson({ db, keyring }: Deps, person: PersonRow): Promise<void> {
  const grant_mac = grantMac(keyring, 'people', { ...person, removed_at: null });
  await updatePerson(db, person.id, { removed_at: null, grant_mac });
}

/**
 * Removes a passkey, unless it is the person's only one. The person must have been read under `lockPeople`.
 */
export async function removePasskeyUnlessLast(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: PersonRow,
  id: string,
): Promise<'done' | 'last_way_in' | 'not_found'> {
  const passkeys = await selectPasskeysOf(db, person.id);
  if (!passkeys.some((passkey) => passkey.id === id)) return 'not_found';
  if (passkeys.length === 1) return 'last_way_in';
  await removePasskey(db, id, now());
  return 'done';
}

/** Admins of a provider are not counted as the last one: the provider decides who is one. */
async function isLastAdmin(db: ServiceContext['db'], person: PersonRow): Promise<boolean> {
  const { role, oidc_issuer: issuer } = person;
  return role === 'admin' && issuer === null && (await countAdmins(db)) === 1;
}
