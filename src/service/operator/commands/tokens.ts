import { z } from 'zod';
import { changes, foundOr, reads, refusal, type OperatorCommands } from '../command.ts';
import { compared } from '../recording-changes.ts';
import { ROLES } from '../roles.ts';
import { issueToken, listTokens, revokeToken, tokenState } from '../tokens/tokens.ts';

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

/** What programs that operate the service are known by. */
export const TOKEN_COMMANDS: OperatorCommands = {
  'tokens list': reads('List the tokens of programs, by name.', {}, async (_input, context) => ({
    ok: true,
    result: await listTokens(context.db),
  })),
  'tokens issue': changes(
    'Issue a token for a program, with a role and for some days; it is shown this once.',
    { name, role: z.enum(ROLES), days },
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
  ),
  'tokens revoke': changes('End a token at once.', { name }, async ({ name: called }, context) =>
    compared(
      `token ${called}`,
      () => tokenState(context.db, called),
      async () => foundOr(await revokeToken(context, called)),
    ),
  ),
};
