import { z } from 'zod';
import { issueKey, type IssuedKey } from '../../merchants/issue-key.ts';
import { listKeys } from '../../merchants/list-keys.ts';
import { revokeKey, rotateKey } from '../../merchants/rotate-key.ts';
import { changes, foundOr, reads, type OperatorCommands } from '../command.ts';
import { hoursMs, overlapHours } from '../input.ts';
import { merchant, withMerchant } from '../named.ts';

const kind = z.enum(['live', 'test']).default('live');

/** Merchants' API keys, and those of pages that run alone. */
export const KEY_COMMANDS: OperatorCommands = {
  'keys list': reads(
    "List a merchant's API keys, the latest first.",
    { merchant },
    async ({ merchant: reference }, context) =>
      withMerchant(context, reference, async (id) => ({
        ok: true,
        result: await listKeys(context.db, id),
      })),
  ),
  'keys issue': changes(
    "Issue a merchant's API key; its secret is shown this once.",
    { merchant, kind },
    async ({ merchant: reference, kind: keyKind }, context) =>
      withMerchant(context, reference, async (merchantId) =>
        foundOr(shown(await issueKey(context, { scope: 'merchant', merchantId }, keyKind))),
      ),
  ),
  'keys issue-page': changes(
    'Issue a key of scope page, for a payment page that runs alone.',
    { kind },
    async ({ kind: keyKind }, context) =>
      foundOr(shown(await issueKey(context, { scope: 'page' }, keyKind))),
  ),
  'keys rotate': changes(
    'Issue a new key for the same owner; the old one works on for some hours.',
    { key: z.uuid(), overlap_hours: overlapHours, kind },
    async ({ key, overlap_hours: hours, kind: keyKind }, context) => {
      const rotation = { overlapMs: hoursMs(hours), kind: keyKind };
      const issued = await rotateKey(context, key, rotation);
      return foundOr(issued && shown(issued));
    },
  ),
  'keys revoke': changes('End an API key at once.', { key: z.uuid() }, async ({ key }, context) =>
    foundOr(await revokeKey(context, key)),
  ),
};

function shown({ keyId, secret }: IssuedKey): object {
  return { api_key_id: keyId, api_secret: secret };
}
