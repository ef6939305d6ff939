import { z } from 'zod';
import { changes, doneAnswer, foundOr, type OperatorCommands } from '../../command.ts';
import { lists } from '../../lists.ts';
import {
  invitationState,
  selectInvitations,
  useInvitation,
} from '../../people/invitation-queries.ts';
import { compared } from '../../recording-changes.ts';

const invitationItem = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  merchant: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** Links that somebody may still accept. */
export const INVITATION_COMMANDS: OperatorCommands = {
  'invitations list': lists(
    'List the links that were not used yet, the latest first; without a role it is for a second factor.',
    {},
    {
      item: invitationItem,
      key: z.uuid(),
      select: (_input, context, page) => selectInvitations(context.db, context.now(), page),
      keyOf: ({ id }) => id,
    },
  ),
  'invitations withdraw': changes(
    'Have a link work no more.',
    { invitation: z.uuid() },
    async ({ invitation }, context) =>
      compared(
        `invitation ${invitation}`,
        () => invitationState(context.db, invitation),
        async () => foundOr(await useInvitation(context.db, invitation, context.now())),
      ),
    doneAnswer,
  ),
};
