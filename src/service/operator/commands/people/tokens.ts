import { z } from 'zod';
import { changes, doneAnswer, foundOr, refusal, type OperatorCommands } from '../../command.ts';
import { lists } from '../../lists.ts';
import { compared } from '../../recording-changes.ts';
import { STAFF_ROLES } from '../../roles.ts';
import { issueToken, listTokens, revokeToken, tokenState } from '../../tokens/tokens.ts';

const DEFAULT_DAYS = '90';
const DAY_MS = 86_400_000;

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits and hyphens');
const days = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a whole number of days from 1 to 999')
  .default(DEFAULT_DAYS)
  .describe('DAYS');

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

/** What programs that operate the service are known by. */
export const TOKEN_COMMANDS: OperatorCommands = {
  'tokens list': lists(
    'List the tokens of programs, by name.',
    {},
    {
      item: tokenItem,
      key: name,
      select: (_input, context, page) => listTokens(context.db, page),
      keyOf: (token) => token.name,
    },
  ),
  'tokens issue': changes(
    'Issue a token for a program, with a role and for some days; it is shown this once.',
    { name, role: z.enum(STAFF_ROLES), days },
    async ({ name: called, role, days: text }, context) => {
      const expiresAt = new Date(context.now().getTime() + Number(text) * DAY_MS);
      const issued = await issueToken(context, { name: called, role, expiresAt });
      if (issued === undefined) return refusal(`There is or was a token ${called} already.`);
      const about = { name: called, role, expires_at: expiresAt };
      return {
        ok: true,
        result: { ...about, token: issued.token },
        changed: { subject: `token ${called}`, after: about },
      };
    },
    issuedToken,
  ),
  'tokens revoke': changes(
    'End a token at once.',
    { name },
    async ({ name: called }, context) =>
      compared(
        `token ${called}`,
        () => tokenState(context.db, called),
        async () => foundOr(await revokeToken(context, called)),
      ),
    doneAnswer,
  ),
};
