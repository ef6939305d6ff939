import type { ServiceContext } from '../platform/context.ts';
import { issueKey, type IssuedKey, type KeyKind } from './issue-key.ts';
import { changeSettings } from './change-settings.ts';
import { endKey, lockActiveKey, merchantOf, selectKeyOwner } from './key-queries.ts';

type KeyDeps = Pick<ServiceContext, 'db' | 'keyring' | 'now' | 'newId'>;

/**
 * Issues a new key for the same owner; the old one works on for the overlap, so that an integration
 * changes over without an outage.
 *
 * @returns undefined when there is no such key, or it has ended already
 */
export async function rotateKey(
  deps: KeyDeps,
  keyId: string,
  options: { overlapMs: number; kind: KeyKind },
): Promise<IssuedKey | undefined> {
  const owner = await selectKeyOwner(deps.db, keyId);
  if (owner === undefined) return undefined;
  return changeSettings(deps.db, merchantOf(owner), async (db) => {
    if (!(await lockActiveKey(db, keyId, deps.now()))) return undefined;
    const issued = await issueKey({ ...deps, db }, owner, options.kind);
    const endsAt = new Date(deps.now().getTime() + options.overlapMs);
    await endKey(db, keyId, { expires_at: endsAt });
    return issued;
  });
}

/**
 * Ends a key at once, in every process: the merchant's settings get a new version, and nothing is done
 * on older ones.
 *
 * @returns false when there is no such key
 */
export async function revokeKey(
  { db, now }: Pick<KeyDeps, 'db' | 'now'>,
  keyId: string,
): Promise<boolean> {
  const owner = await selectKeyOwner(db, keyId);
  if (owner === undefined) return false;
  return changeSettings(db, merchantOf(owner), (trx) => endKey(trx, keyId, { revoked_at: now() }));
}
