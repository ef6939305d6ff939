import { z } from 'zod';
import type { ServiceContext } from '../../../platform/context.ts';
import {
  changes,
  DONE,
  doneAnswer,
  invalid,
  isRefused,
  NOT_FOUND,
  reads,
  refusal,
  type Call,
  type ChangeAnswer,
  type OperatorAnswer,
  type OperatorCommands,
  type Refused,
} from '../../command.ts';
import { lists } from '../../lists.ts';
import { merchant, namedMerchant } from '../../named.ts';
import { changeRole, removePerson, takeSecondFactor } from '../../people/change-person.ts';
import { confirmGrants } from '../../people/confirm-grants.ts';
import { isEmail } from '../../people/email.ts';
import { invitationPath, invite, type ActsAs, type Invited } from '../../people/invite.ts';
import { person } from '../../people/named-person.ts';
import {
  findPerson,
  lockPeople,
  selectPeople,
  selectPerson,
  type PersonRow,
} from '../../people/queries.ts';
import { compared } from '../../recording-changes.ts';
import { ROLES, type Role } from '../../roles.ts';
import { personState } from '../../snapshots.ts';

const HOUR_MS = 3_600_000;

const email = z
  .string()
  .refine(isEmail, { error: 'must be an e-mail address' })
  .optional()
  .describe('EMAIL');
const hours = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of hours from 1 to 999')
  .default('72')
  .describe('HOURS');

const personItem = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES),
  merchant: z.string().nullable(),
  second_factor: z.boolean().describe('Whether they have an authenticator.'),
  password: z.boolean().describe('Whether they can sign in with a password and the authenticator.'),
  passkeys: z.int().describe('With how many passkeys they can sign in.'),
  failed_sign_ins: z.int().describe('Since they signed in last.'),
  created_at: z.iso.datetime(),
});
const confirmedAnswer = z.object({
  people: z.array(z.string()).describe('Each with their role.'),
  tokens: z.array(z.string()).describe('Each with its role.'),
  passkeys: z.int(),
  invitations: z.int(),
  recovery_codes: z.int(),
});
const linkAnswer = z.object({ link: z.string(), expires_at: z.iso.datetime() });

/** Who operates the service in person. */
export const PEOPLE_COMMANDS: OperatorCommands = {
  'people list': lists(
    'List who may sign in, by e-mail.',
    {},
    {
      item: personItem,
      key: z.uuid(),
      select: (_input, context, page) => selectPeople(context.db, page),
      keyOf: ({ id }) => id,
    },
  ),
  'people show': reads(
    'Show one of them.',
    { person },
    async ({ person: reference }, { db }) => {
      const found = await findPerson(db, reference);
      if (found === undefined) return NOT_FOUND;
      const shown = await selectPerson(db, found.id);
      if (shown === undefined) return NOT_FOUND;
      return { ok: true, result: { ...shown, merchant: found.merchant_id } };
    },
    personItem,
  ),
  'people invite': changes(
    'Print a link that lets somebody sign in with a role; it works once.',
    { role: z.enum(ROLES), merchant: merchant.optional(), email, hours },
    async ({ role, merchant: reference, email: known, hours: text }, context, call) => {
      const bound = await merchantFor(context, { role, reference, call });
      if (!bound.ok) return bound;
      if (known !== undefined && (await findPerson(context.db, known)) !== undefined) {
        return refusal(`Somebody has the e-mail ${known} already.`);
      }
      const invited = { ...bound.actsAs, email: known };
      return linked(context, call, { invited, hours: text });
    },
    linkAnswer,
  ),
  'people change-role': changes(
    'Give somebody another role, at once.',
    { person, role: z.enum(ROLES), merchant: merchant.optional() },
    async ({ person: who, role, merchant: reference }, context, call) => {
      const bound = await merchantFor(context, { role, reference, call });
      if (!bound.ok) return bound;
      return changing(
        context,
        who,
        async (found) => ANSWERS[await changeRole(context, found, bound.actsAs)],
      );
    },
    doneAnswer,
  ),
  'people remove': changes(
    'Let somebody sign in no more; their sessions end at once.',
    { person },
    async ({ person: reference }, context) =>
      changing(context, reference, async (found) => ANSWERS[await removePerson(context, found)]),
    doneAnswer,
  ),
  'people reset-second-factor': changes(
    'End a lost second factor, passkeys and all sessions, and print a link for a new one.',
    { person, hours },
    async ({ person: reference, hours: text }, context, call) => {
      await lockPeople(context.db);
      const found = await findPerson(context.db, reference);
      if (found === undefined) return NOT_FOUND;
      await takeSecondFactor(context, found);
      return linked(context, call, { invited: { personId: found.id }, hours: text });
    },
    linkAnswer,
  ),
  'people confirm': changes(
    'Confirm people, tokens, passkeys, links and recovery codes that a release before 0.3 recorded; until then they let nobody in.',
    {},
    async (_input, context) => {
      await lockPeople(context.db);
      const confirmed = await confirmGrants(context);
      const isNone = Object.values(confirmed).every((each) => each === 0 || isEmpty(each));
      const changed = isNone ? undefined : { subject: 'people and tokens', after: confirmed };
      return { ok: true, result: confirmed, changed };
    },
    confirmedAnswer,
  ),
};

function isEmpty(names: readonly string[] | number): boolean {
  return typeof names === 'object' && names.length === 0;
}

const ANSWERS = {
  done: DONE,
  last_admin: refusal('This is the last admin: make another one first.'),
} as const satisfies Record<Awaited<ReturnType<typeof removePerson>>, OperatorAnswer>;

/** Has a person changed, one change of people after the other. */
async function changing(
  context: ServiceContext,
  reference: string,
  change: (found: PersonRow) => Promise<OperatorAnswer>,
): Promise<ChangeAnswer> {
  await lockPeople(context.db);
  const found = await findPerson(context.db, reference);
  if (found === undefined) return NOT_FOUND;
  return compared(
    `person ${found.email}`,
    () => personState(context.db, found.id),
    () => change(found),
  );
}

type Bound = { ok: true; actsAs: ActsAs } | Refused;

/** The role merchant is for one merchant, and no other role is. */
async function merchantFor(
  context: Pick<ServiceContext, 'db'>,
  { role, reference, call }: { role: Role; reference: string | undefined; call: Call },
): Promise<Bound> {
  if (role !== 'merchant') {
    return reference === undefined
      ? { ok: true, actsAs: { role, merchantId: undefined } }
      : invalid([`--merchant: is for the role merchant, not for ${role}`]);
  }
  if (reference === undefined) return invalid(['--merchant: is missing']);
  const { merchantElsewhere: there } = call;
  if (there !== undefined) {
    return { ok: true, actsAs: { role, merchantId: there.id, merchantName: there.name } };
  }
  const found = await namedMerchant(context, reference);
  return isRefused(found) ? found : { ok: true, actsAs: { role, merchantId: found.id } };
}

/** The link is shown to whoever asked for it; the audit says whom it is for. */
async function linked(
  context: ServiceContext,
  { origin }: Call,
  { invited, hours: text }: { invited: Invited; hours: string },
): Promise<ChangeAnswer> {
  const { id, token, expiresAt } = await invite(context, invited, Number(text) * HOUR_MS);
  const subject = 'personId' in invited ? `person ${invited.personId}` : `invitation ${id}`;
  const about = 'personId' in invited ? { second_factor: 'reset' } : invited;
  return {
    ok: true,
    result: { link: `${origin}${invitationPath(token)}`, expires_at: expiresAt },
    changed: { subject, after: { ...about, expires_at: expiresAt } },
  };
}
