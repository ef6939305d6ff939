import type { ServiceContext } from '../../platform/context.ts';
import { recordingChanges } from '../audit/append.ts';
import { NOT_FOUND } from '../answer.ts';
import { changeBoundRow } from '../../platform/bound-rows.ts';
import { isGranted } from '../grants.ts';
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
    if (known !== undefined && (known.removed_at !== null || !isGranted(within, 'people', known))) {
      return { ...NOT_FOUND, entered: { ok: false, removedId: known.id } as Entered };
    }
    const person = await savePerson(within, known, { ...profile, ...identity });
    const changed = differing(known, person);
    return { ok: true, result: {}, changed, entered: { ok: true, person } as Entered };
  });
  return entered;
}

/** Saves a person as the provider describes them. Writes nothing if they are known so. */
async function savePerson(
  context: ServiceContext,
  known: PersonRow | undefined,
  described: Pick<PersonRow, 'email' | 'role' | 'merchant_id' | 'oidc_issuer' | 'oidc_subject'>,
): Promise<PersonRow> {
  if (known === undefined) {
    const [id, created_at] = [context.newId(), context.now()];
    return insertPerson(context, { id, ...described, created_at, removed_at: null });
  }
  const person = { ...known, ...described };
  if (differing(known, person) === undefined) return known;
  await changeBoundRow(context, { table: 'people', id: known.id }, (trx) =>
    updatePerson(trx, known.id, described),
  );
  return person;
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
