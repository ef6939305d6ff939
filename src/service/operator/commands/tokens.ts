import { z } from 'zod';
import { DONE, doneAnswer, refusal } from '../answer.ts';
import { change, type OperatorCommands } from '../command.ts';
import { list } from '../lists.ts';
import { ended } from '../audit/append.ts';
import { replaceOperatorKey } from '../operator-key.ts';
import { STAFF_ROLES } from '../roles.ts';
import { issueToken, listTokens, revokeToken } from '../tokens.ts';

const DEFAULT_DAYS = 90;
const DAYS_RANGE = 'must be a whole number of days from 1 to 999';
const DAY_MS = 86_400_000;

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits and hyphens');
const days = z
  .int(DAYS_RANGE)
  .min(1, DAYS_RANGE)
  .max(999, DAYS_RANGE)
  .default(DEFAULT_DAYS)
  .describe('Days until the token expires.');

const tokenItem = z.object({
  name: z.string(),
  role: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});

const issuedToken = z.object({
  name: z.string(),
  role: z.string(),
  expires_at: z.iso.datetime(),
  token: z.string(),
});

/** Commands for the tokens of programs that operate the service, and for the operator key. */
export const TOKEN_COMMANDS = {
  'operator-key rotate': change({
    summary: 'Replace the operator key of the machine that answers; the old one ends at once.',
    roles: ['admin'],
    input: {},
    answer: doneAnswer,
    run: async (_input, { operatorKeyPath }) => {
      await replaceOperatorKey(operatorKeyPath);
      return { ...DONE, changed: { subject: 'operator key', after: { replaced: true } } };
    },
  }),
  'tokens list': list({
    summary: "List programs' tokens by name.",
    roles: ['admin'],
    input: {},
    item: tokenItem,
    key: name,
    select: (_input, context, page) => listTokens(context.db, page),
    keyOf: (token) => token.name,
  }),
  'tokens issue': change({
    summary: 'Issue a token for a program, with a role and an expiry; it is shown only once.',
    roles: ['admin'],
    input: { name, role: z.enum(STAFF_ROLES), days },
    answer: issuedToken,
    run: async ({ name: called, role, days: forDays }, context) => {
      const expiresAt = new Date(context.now().getTime() + forDays * DAY_MS);
      const issued = await issueToken(context, { name: called, role, expiresAt });
      if (issued === undefined)
        return refusal(`The name ${called} was already used for a token: choose another one.`);
      const about = { name: called, role, expires_at: expiresAt };
      return {
        ok: true,
        result: { ...about, token: issued.token },
        changed: { subject: `token ${called}`, after: about },
      };
    },
  }),
  'tokens revoke': change({
    summary: 'Revoke a token at once.',
    roles: ['admin'],
    input: { name },
    answer: doneAnswer,
    run: async ({ name: called }, context) =>
      ended(`token ${called}`, 'revoked_at', await revokeToken(context, called)),
  }),
} satisfies OperatorCommands;
