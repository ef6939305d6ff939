import type { ServiceContext } from '../../platform/context.ts';
import { changeBoundRow, type BindDeps } from '../../platform/bound-rows.ts';
import { type ActsAs, endInvitationsOf } from './invitations.ts';
import { removePasskeys, removePasskeysOf, selectPasskeysOf } from './passkeys.ts';
import { endSessionsOf } from './sessions.ts';
import { type PersonRow, countAdmins, updatePerson } from './store.ts';

type Deps = BindDeps & Pick<ServiceContext, 'now'>;

type Done = 'done' | 'last_admin' | 'of_provider';

/**
 * Changes a person's role. The person must have been read under `lockPeople`, so that two admins cannot remove each
 * other's role at the same time.
 */
export async function changeRole(
  deps: Deps,
  person: PersonRow,
  { role, merchantId }: ActsAs,
): Promise<Done> {
  if (person.oidc_issuer !== null) return 'of_provider';
  if (role !== 'admin' && (await isLastAdmin(deps.db, person))) return 'last_admin';
  await changeBoundRow(deps, { table: 'people', id: person.id }, (trx) =>
    updatePerson(trx, person.id, { role, merchant_id: merchantId ?? null }),
  );
  return 'done';
}

/**
 * Removes a person, who must have been read under `lockPeople`. Ends their sessions at once. The row stays, because the
 * audit refers to its e-mail.
 */
export async function removePerson(deps: Deps, person: PersonRow, at: Date): Promise<Done> {
  const { id } = person;
  if (await isLastAdmin(deps.db, person)) return 'last_admin';
  // Whatever else their row says, a removed person may do nothing.
  await changeBoundRow(deps, { table: 'people', id, isWhole: true }, (trx) =>
    updatePerson(trx, id, { removed_at: at }),
  );
  await removePasskeysOf(deps, id);
  await endSessionsOf(deps, id);
  await endInvitationsOf(deps, id);
  return 'done';
}

/** Lets a removed person of a provider in again, who must have been read under `lockPeople`. */
export async function restorePerson(deps: Deps, { id }: PersonRow): Promise<void> {
  await changeBoundRow(deps, { table: 'people', id }, (trx) =>
    updatePerson(trx, id, { removed_at: null }),
  );
}

/**
 * Removes a passkey, unless it is the person's only one. The person must have been read under `lockPeople`.
 */
export async function removePasskeyUnlessLast(
  deps: Deps,
  person: PersonRow,
  id: string,
): Promise<'done' | 'last_way_in' | 'not_found'> {
  const passkeys = await selectPasskeysOf(deps.db, person.id);
  if (!passkeys.some((passkey) => passkey.id === id)) return 'not_found';
  if (passkeys.length === 1) return 'last_way_in';
  await removePasskeys(deps, [id]);
  return 'done';
}

/** Admins of a provider are not counted as the last one: the provider decides who is one. */
async function isLastAdmin(db: ServiceContext['db'], person: PersonRow): Promise<boolean> {
  const { role, oidc_issuer: issuer } = person;
  return role === 'admin' && issuer === null && (await countAdmins(db)) === 1;
}
