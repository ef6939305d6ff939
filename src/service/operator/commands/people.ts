import { z } from 'zod';
import type { ServiceContext } from '../../platform/context.ts';
import {
  type Call,
  type ChangeAnswer,
  DONE,
  NOT_FOUND,
  type Refused,
  doneAnswer,
  invalidAt,
  isRefused,
  refusal,
} from '../answer.ts';
import { change, query, type OperatorCommands } from '../command.ts';
import { list } from '../lists.ts';
import { merchant, namedMerchant } from '../named.ts';
import { changeRole, removePerson, restorePerson } from '../people/people.ts';
import {
  type PersonRow,
  NO_EMAIL,
  findInvitedPerson,
  findPerson,
  findRemovedPerson,
  isEmail,
  lockPeople,
  ofPerson,
  person,
  personName,
  selectPeople,
  selectPerson,
} from '../people/store.ts';
import {
  type ActsAs,
  type Invited,
  invitationPath,
  invite,
  selectInvitations,
  useInvitation,
} from '../people/invitations.ts';
import { differing, ended } from '../audit/append.ts';
import { ROLES, type Role } from '../roles.ts';
import { endSession, listSessions } from '../people/sessions.ts';

const HOUR_MS = 3_600_000;

const email = z.string().refine(isEmail, { error: NO_EMAIL }).optional();

const HOURS = 'must be a whole number of hours from 1 to 999';
const hours = z
  .int(HOURS)
  .min(1, HOURS)
  .max(999, HOURS)
  .default(72)
  .describe('Hours until the link expires.');

const personItem = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES),
  merchant: z.string().nullable(),
  issuer: z.string().nullable().describe('The provider that lets them in; null with passkeys.'),
  subject: z.string().nullable().describe("The provider's name for them."),
  passkeys: z.int().describe('Number of passkeys.'),
  failed_sign_ins: z.int().describe('Since the last sign-in.'),
  created_at: z.iso.datetime(),
});

const linkAnswer = z.object({ link: z.string(), expires_at: z.iso.datetime() });

const invitationItem = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  merchant: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

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

/** Commands for the people who operate the service, and their ways to sign in. */
export const PEOPLE_COMMANDS = {
  'people list': list({
    summary: 'List the people who may sign in, by e-mail.',
    roles: ['admin'],
    input: {},
    item: personItem,
    key: z.uuid(),
    select: (_input, context, page) => selectPeople(context.db, page),
    keyOf: ({ id }) => id,
  }),
  'people show': query({
    summary: 'Show a person who may sign in.',
    roles: ['admin'],
    input: { person },
    answer: personItem,
    run: async ({ person: reference }, { db }) => {
      const found = await findPerson(db, reference);
      if (found === undefined) return NOT_FOUND;
      const shown = await selectPerson(db, found.id);
      if (shown === undefined) return NOT_FOUND;
      return { ok: true, result: { ...shown, merchant: found.merchant_id } };
    },
  }),
  'people invite': change({
    summary:
      'Print a link that lets somebody sign in with a role; it works once. For a person who lost their passkeys, invite them again.',
    roles: ['admin'],
    input: { role: z.enum(ROLES), merchant: merchant.optional(), email, hours },
    answer: linkAnswer,
    run: async ({ role, merchant: reference, email: address, hours: forHours }, context, call) => {
      const bound = await merchantFor(context, { role, reference });
      if (!bound.ok) return bound;
      const known =
        address === undefined ? undefined : await findInvitedPerson(context.db, address);
      if (known !== undefined && !hasRole(known, bound.actsAs)) return refuseOtherRole(known);
      const invited =
        known === undefined ? { ...bound.actsAs, email: address } : { personId: known.id };
      return linked(context, call, { invited, hours: forHours });
    },
  }),
  'people change-role': change({
    summary: "Change a person's role at once.",
    roles: ['admin'],
    input: { person, role: z.enum(ROLES), merchant: merchant.optional() },
    answer: doneAnswer,
    run: async ({ person: who, role, merchant: reference }, context) => {
      const bound = await merchantFor(context, { role, reference });
      if (!bound.ok) return bound;
      const after = { role, merchant_id: bound.actsAs.merchantId ?? null };
      return changing(context, who, after, (found) => changeRole(context, found, bound.actsAs));
    },
  }),
  'people remove': change({
    summary: 'Remove a person; their sessions end at once.',
    roles: ['admin'],
    input: { person },
    answer: doneAnswer,
    run: async ({ person: reference }, context) => {
      const at = context.now();
      const after = { removed_at: at };
      return changing(context, reference, after, (found) => removePerson(context, found, at));
    },
  }),
  'people restore': change({
    summary: 'Let a removed person of the provider sign in again.',
    roles: ['admin'],
    input: { person: z.uuid().describe('The id that their sign-in page shows.') },
    answer: doneAnswer,
    run: async ({ person: id }, context) => {
      await lockPeople(context.db);
      const removed = await findRemovedPerson(context.db, id);
      if (removed === undefined) return NOT_FOUND;
      await restorePerson(context, removed);
      const subject = `person ${personName(removed)}`;
      return { ...DONE, changed: differing(subject, removed, { removed_at: null }) };
    },
  }),
  'invitations list': list({
    summary:
      'List open invitations, newest first; one without a role is for a person who lost their passkeys.',
    roles: ['admin'],
    input: {},
    item: invitationItem,
    key: z.uuid(),
    select: (_input, context, page) => selectInvitations(context.db, context.now(), page),
    keyOf: ({ id }) => id,
  }),
  'invitations withdraw': change({
    summary: 'Withdraw an invitation.',
    roles: ['admin'],
    input: { invitation: z.uuid() },
    answer: doneAnswer,
    run: async ({ invitation }, context) =>
      ended(`invitation ${invitation}`, 'used_at', await useInvitation(context, invitation)),
  }),
  'sessions list': list({
    summary: 'List where people are signed in, newest first.',
    roles: ['admin'],
    input: { person: person.optional() },
    item: sessionItem,
    key: z.uuid(),
    select: ({ person: reference }, context, page) =>
      ofPerson(context, reference, (id) => listSessions(context, id, page)),
    keyOf: ({ id }) => id,
  }),
  'sessions end': change({
    summary: 'End a session at once.',
    roles: ['admin'],
    input: { session: z.uuid() },
    answer: doneAnswer,
    run: async ({ session }, context) =>
      ended(`session ${session}`, 'ended_at', await endSession(context, session)),
  }),
} satisfies OperatorCommands;

function hasRole(person: PersonRow, { role, merchantId }: ActsAs): boolean {
  return person.role === role && person.merchant_id === (merchantId ?? null);
}

function refuseOtherRole({ email: address, role }: PersonRow): Refused {
  return refusal(
    `${address} already has the role ${role}: invite them with it, or use people change-role.`,
  );
}

const ANSWERS = {
  done: DONE,
  last_admin: refusal('This is the last admin: make somebody else an admin first.'),
  of_provider: refusal('Their groups at the provider decide their role: change those.'),
} as const satisfies Record<Awaited<ReturnType<typeof removePerson>>, object>;

/**
 * Changes a person. Locks people, so that such changes run one after the other.
 *
 * @param after the person's columns that the change sets
 */
async function changing(
  context: ServiceContext,
  reference: string,
  after: object,
  change: (found: PersonRow) => Promise<keyof typeof ANSWERS>,
): Promise<ChangeAnswer<{ done: true }>> {
  await lockPeople(context.db);
  const found = await findPerson(context.db, reference);
  if (found === undefined) return NOT_FOUND;
  const answer = ANSWERS[await change(found)];
  if (!answer.ok) return answer;
  return { ...answer, changed: differing(`person ${personName(found)}`, found, after) };
}

type Bound = { ok: true; actsAs: ActsAs } | Refused;

/** Returns the role with its merchant. The role merchant requires a merchant, and other roles must have none. */
async function merchantFor(
  context: Pick<ServiceContext, 'db'>,
  { role, reference }: { role: Role; reference: string | undefined },
): Promise<Bound> {
  if (role !== 'merchant') {
    return reference === undefined
      ? { ok: true, actsAs: { role, merchantId: undefined } }
      : invalidAt('/merchant', 'unsupported', `Is for the role merchant, not for ${role}.`);
  }
  if (reference === undefined) {
    return invalidAt('/merchant', 'required', 'Is required for the role merchant.');
  }
  const found = await namedMerchant(context, reference);
  return isRefused(found) ? found : { ok: true, actsAs: { role, merchantId: found.id } };
}

interface Link {
  link: string;
  expires_at: Date;
}

/** Creates an invitation. Its link is shown to the caller; the audit records whom it is for, but not the link. */
async function linked(
  context: ServiceContext,
  { origin }: Call,
  { invited, hours: forHours }: { invited: Invited; hours: number },
): Promise<ChangeAnswer<Link>> {
  const { id, token, expiresAt } = await invite(context, invited, forHours * HOUR_MS);
  const subject = 'personId' in invited ? `person ${invited.personId}` : `invitation ${id}`;
  const about = 'personId' in invited ? { invited: 'again' } : invited;
  return {
    ok: true,
    result: { link: `${origin}${invitationPath(token)}`, expires_at: expiresAt },
    changed: { subject, after: { ...about, expires_at: expiresAt } },
  };
}
