import { z } from 'zod';
import { changes, doneAnswer, foundOr, type OperatorCommands } from '../../command.ts';
import { lists } from '../../lists.ts';
import { ofPerson, person } from '../../people/named-person.ts';
import { endSession, listSessions, sessionState } from '../../people/sessions.ts';
import { compared } from '../../recording-changes.ts';

const sessionItem = z.object({
  id: z.uuid(),
  person: z.string(),
  role: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** Where people are signed in. */
export const SESSION_COMMANDS: OperatorCommands = {
  'sessions list': lists(
    'List where people are signed in, the latest first.',
    { person: person.optional() },
    {
      item: sessionItem,
      key: z.uuid(),
      select: ({ person: reference }, context, page) =>
        ofPerson(context, reference, (id) => listSessions(context, id, page)),
      keyOf: ({ id }) => id,
    },
  ),
  'sessions end': changes(
    'End a session at once.',
    { session: z.uuid() },
    async ({ session }, context) =>
      compared(
        `session ${session}`,
        () => sessionState(context.db, session),
        async () => foundOr(await endSession(context, session)),
      ),
    doneAnswer,
  ),
};
