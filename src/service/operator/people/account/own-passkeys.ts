import type { ServiceContext } from '../../../platform/context.ts';
import type { OperatorAnswer } from '../../answer.ts';
import { DONE, invalid, NOT_FOUND, refusal } from '../../command.ts';
import { takePasskey } from '../change-person.ts';
import { selectPasskeysOf } from '../passkeys/queries.ts';
import { addPasskey, registrationOptions, verifyRegistration } from '../passkeys/register.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { RegistrationResponse } from '../passkeys/responses.ts';
import type { Session } from '../sessions.ts';
import { changingOwn, type Own } from './own-changes.ts';

/** One for each device, and then some. */
const MOST_PASSKEYS = 20;

export function ownPasskeyOptions(
  context: ServiceContext,
  party: RelyingParty,
  { personId, email }: Session,
) {
  const purpose = { to: 'add', personId } as const;
  return registrationOptions(context, party, { purpose, personId, email });
}

interface Added {
  name: string;
  response: RegistrationResponse;
}

/** Whoever adds one has shown that they are there: only then did they get a challenge. */
export async function addOwnPasskey(
  context: ServiceContext,
  own: Own & { party: RelyingParty },
  { name, response }: Added,
): Promise<OperatorAnswer> {
  const { personId } = own.session;
  const purpose = { to: 'add', personId } as const;
  const made = await verifyRegistration(context, own.party, { purpose, response });
  if (made === undefined) return invalid(['passkey: is not the one that was asked for; try again']);
  return changingOwn(context, { ...own, command: 'passkeys add' }, async (within) => {
    const known = await selectPasskeysOf(within.db, personId);
    if (known.length >= MOST_PASSKEYS)
      return refusal(`You have ${MOST_PASSKEYS} passkeys already.`);
    const id = await addPasskey(within, made, { personId, name });
    if (id === undefined) return refusal('The passkey was taken before: make another one.');
    const changed = { subject: `passkey ${id}`, after: { person: own.session.email, name } };
    return { ok: true, result: { id, name }, changed };
  });
}

export function removeOwnPasskey(
  context: ServiceContext,
  own: Own,
  id: string,
): Promise<OperatorAnswer> {
  return changingOwn(context, { ...own, command: 'passkeys remove' }, async (within, person) => {
    const taken = await takePasskey(within, person, id);
    if (taken === 'not_found') return NOT_FOUND;
    if (taken === 'last_way_in') return refusal(LAST_WAY_IN);
    const changed = { subject: `passkey ${id}`, after: { person: person.email, removed: true } };
    return { ...DONE, changed };
  });
}

const LAST_WAY_IN = 'This is your only way to sign in: add another passkey first.';
