import { z } from 'zod';
import {
  changes,
  DONE,
  doneAnswer,
  NOT_FOUND,
  refusal,
  type OperatorCommands,
} from '../../command.ts';
import { lists } from '../../lists.ts';
import { takePasskey } from '../../people/change-person.ts';
import { ofPerson, person } from '../../people/named-person.ts';
import { passkeyState, selectPasskeys } from '../../people/passkeys/queries.ts';
import { findPerson, lockPeople } from '../../people/queries.ts';
import { compared } from '../../recording-changes.ts';

const passkeyItem = z.object({
  id: z.uuid(),
  person: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});

/** What people sign in with beside a password; they add them themselves. */
export const PASSKEY_COMMANDS: OperatorCommands = {
  'passkeys list': lists(
    'List the passkeys that people sign in with, the latest first.',
    { person: person.optional() },
    {
      item: passkeyItem,
      key: z.uuid(),
      select: ({ person: reference }, context, page) =>
        ofPerson(context, reference, (id) => selectPasskeys(context.db, id, page)),
      keyOf: ({ id }) => id,
    },
  ),
  'passkeys remove': changes(
    'Have a passkey let nobody in any more; the last way in is ended by people reset-second-factor.',
    { passkey: z.uuid() },
    async ({ passkey }, context) => {
      await lockPeople(context.db);
      const state = await passkeyState(context.db, passkey);
      const owner = state && (await findPerson(context.db, state.person_id));
      if (owner === undefined) return NOT_FOUND;
      return compared(
        `passkey ${passkey}`,
        () => passkeyState(context.db, passkey),
        async () => ANSWERS[await takePasskey(context, owner, passkey)],
      );
    },
    doneAnswer,
  ),
};

const ANSWERS = {
  done: DONE,
  not_found: NOT_FOUND,
  last_way_in: refusal(
    'This is their only way to sign in: people reset-second-factor ends it, and prints a link for another one.',
  ),
} as const;
