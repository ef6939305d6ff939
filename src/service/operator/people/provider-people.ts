import type { ServiceContext } from '../../platform/context.ts';
import { recordingChanges } from '../audit/append.ts';
import { NOT_FOUND } from '../answer.ts';
import { grantMac, isGranted } from '../grants.ts';
import type { ActsAs } from './invitations.ts';
import type { Identity } from './provider.ts';
import {
  type PersonRow,
  findProviderPerson,
  insertPerson,
  lockPeople,
  personActor,
  personName,
  updatePerson,
} from './store.ts';

export type Entered = { ok: true; person: PersonRow } | { ok: false; removedId: string };

/**
 * Returns the provider's person, who is created at the first sign-in and gets the role of their groups at each. A person
 * whom an admin removed stays out until an admin restores them, whatever the provider says.
 */
export async function enterByProvider(
  context: ServiceContext,
  { issuer, subject, email }: Identity,
  { role, merchantId }: ActsAs,
  address: string | undefined,
): Promise<Entered> {
  const profile = { email, role, merchant_id: merchantId ?? null };
  const identity = { oidc_issuer: issuer, oidc_subject: subject };
  const actor = personActor({ ...profile, ...identity }, address);
  const call = { command: 'people accept', actor, reason: undefined };
  const { entered } = await recordingChanges(context, call, async (within) => {
    await lockPeople(within.db);
    const known = await findProviderPerson(within.db, { issuer, subject });
    if (known !== undefined && !isGranted(within.keyring, 'people', known)) {
      return { ...NOT_FOUND, entered: { ok: false, removedId: known.id } as Entered };
    }
    const grant = { id: known?.id ?? within.newId(), ...profile, ...identity, removed_at: null };
    const grant_mac = grantMac(within.keyring, 'people', grant);
    const row = { ...grant, grant_mac, created_at: known?.created_at ?? within.now() };
    if (known === undefined) await insertPerson(within.db, row);
    else await updatePerson(within.db, known.id, row);
    const person = { ...row, failed_sign_ins: known?.failed_sign_ins ?? 0 };
    return {
      ok: true,
      result: {},
      changed: differing(known, person),
      entered: { ok: true, person } as Entered,
    };
  });
  return entered;
}

function differing(before: PersonRow | undefined, after: PersonRow) {
  const profile = ({ email, role, merchant_id: merchant }: PersonRow) => ({
    email,
    role,
    merchant,
  });
  const changed = { subject: `person ${personName(after)}`, after: profile(after) };
  if (before === undefined) return changed;
  const isSame = JSON.stringify(profile(before)) === JSON.stringify(profile(after));
  return isSame ? undefined : { ...changed, before: profile(before) };
}
