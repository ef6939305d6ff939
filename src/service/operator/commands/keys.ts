import { sql } from 'kysely';
import { z } from 'zod';
import {
  issueKey,
  revokeKey,
  rotateKey,
  type IssuedKey,
  type KeyKind,
} from '../../merchants/keys.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { ServiceContext } from '../../platform/context.ts';
import { resealSome } from '../../platform/reseal.ts';
import { doneAnswer, foundOr, NOT_FOUND, refusal, type Refused } from '../answer.ts';
import { change, changeAndCall, query, recordingSteps, type OperatorCommands } from '../command.ts';
import { STAFF_ROLES } from '../roles.ts';
import { fingerprints } from '../fingerprints.ts';
import { hoursMs, overlapHours } from '../input.ts';
import { list, type Page } from '../lists.ts';
import { merchant, withMerchant } from '../named.ts';
import { ended } from '../audit/append.ts';
import { keyState } from '../snapshots.ts';

const kind = z.enum(['live', 'test']).default('live');

/** Returns a refusal if the service does not have keys of this kind. */
function noTestKeys(
  { testKeys }: Pick<ServiceContext, 'testKeys'>,
  keyKind: KeyKind,
): Refused | undefined {
  return keyKind === 'live' || testKeys
    ? undefined
    : refusal('Test keys work only in a sandbox: use --kind live.');
}

const keyItem = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});

const issuedKey = z.object({ api_key_id: z.uuid(), api_secret: z.string() });

/** Commands for API keys of merchants and of separately running payment pages. */
export const KEY_COMMANDS = {
  'keys list': list({
    summary: "List a merchant's API keys, newest first.",
    roles: STAFF_ROLES,
    owner: 'merchant',
    input: { merchant },
    item: keyItem,
    key: z.uuid(),
    select: ({ merchant: reference }, context, page) =>
      withMerchant(context, reference, (id) => listKeys(context.db, id, page)),
    keyOf: ({ id }) => id,
  }),
  'keys show': query({
    summary: 'Show an API key, without its secret.',
    roles: STAFF_ROLES,
    owner: 'key',
    input: { key: z.uuid() },
    answer: keyItem.extend({ scope: z.string(), merchant: z.string().nullable() }),
    run: async ({ key }, context) => foundOr(await keyOverview(context.db, key)),
  }),
  'keys issue': change({
    summary: 'Issue an API key for a merchant; its secret is shown only once.',
    roles: ['admin'],
    owner: 'merchant',
    input: { merchant, kind },
    answer: issuedKey,
    run: async ({ merchant: reference, kind: keyKind }, context) =>
      withMerchant(context, reference, async (merchantId) => {
        const refused = noTestKeys(context, keyKind);
        if (refused !== undefined) return refused;
        const issued = await issueKey(context, { scope: 'merchant', merchantId }, keyKind);
        return issuing(context, issued, { merchant: merchantId });
      }),
  }),
  'keys issue-page': change({
    summary: 'Issue an API key with scope page, for a payment page that runs separately.',
    roles: ['admin'],
    input: { kind },
    answer: issuedKey,
    run: async ({ kind: keyKind }, context) =>
      noTestKeys(context, keyKind) ??
      issuing(context, await issueKey(context, { scope: 'page' }, keyKind), { scope: 'page' }),
  }),
  'keys rotate': change({
    summary: 'Issue a new key for the same owner; the old one keeps working for some hours.',
    roles: ['admin'],
    owner: 'key',
    input: { key: z.uuid(), overlap_hours: overlapHours, kind },
    answer: issuedKey,
    run: async ({ key, overlap_hours: hours, kind: keyKind }, context) => {
      const refused = noTestKeys(context, keyKind);
      if (refused !== undefined) return refused;
      const before = await keyState(context.db, key);
      const rotation = { overlapMs: hoursMs(hours), kind: keyKind };
      const issued = await rotateKey(context, key, rotation);
      if (issued === undefined) return NOT_FOUND;
      const rotated = { rotated: key, ...(await keyState(context.db, key)) };
      const answer = issuing(context, issued, rotated);
      return { ...answer, changed: { ...answer.changed, before } };
    },
  }),
  'keys revoke': change({
    summary: 'Revoke an API key at once.',
    roles: ['admin'],
    owner: 'key',
    input: { key: z.uuid() },
    answer: doneAnswer,
    run: async ({ key }, context) =>
      ended(`key ${key}`, 'revoked_at', await revokeKey(context, key)),
  }),
  'keys reseal': changeAndCall({
    summary:
      'Encrypt every secret again under MASTER_KEY, so that MASTER_KEY_PREVIOUS can be removed.',
    roles: ['admin'],
    input: {},
    answer: z.object({ key: z.string(), resealed: z.int(), left: z.int() }),
    run: async (_input, context, call) =>
      recordingSteps(context, call, async (within, before) => {
        const { resealed, left } = await resealSome(within);
        const key = context.keyring.keyId.toString('hex');
        const changed = { subject: `sealed values under key ${key}`, after: { resealed, left } };
        return {
          ok: true,
          done: resealed,
          result: { key, resealed: before + resealed, left },
          changed: resealed > 0 ? changed : undefined,
        };
      }),
  }),
} satisfies OperatorCommands;

/** Answers with the secret, which is shown this once, and records its fingerprint. */
function issuing(
  { keyring }: Pick<ServiceContext, 'keyring'>,
  { keyId, secret }: IssuedKey,
  about: object,
) {
  const after = { ...about, ...fingerprints(keyring, { api_secret: secret }) };
  return {
    ok: true as const,
    result: { api_key_id: keyId, api_secret: secret },
    changed: { subject: `key ${keyId}`, after },
  };
}

/** Lists a merchant's keys, latest first, without their secrets. */
function listKeys(db: Db, merchantId: string, { after, limit }: Page) {
  const query = db
    .selectFrom('api_keys')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return query.execute();
  const last = sql`(select last.created_at, last.id from api_keys as last where last.id = ${after})`;
  return query.where(sql<boolean>`(created_at, id) < ${last}`).execute();
}

/** Returns a key without its secret. */
function keyOverview(db: Db, id: string) {
  return db
    .selectFrom('api_keys')
    .leftJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .select(['api_keys.id', 'scope', 'merchants.name as merchant', 'api_keys.created_at'])
    .select(['last_used_at', 'expires_at', 'revoked_at'])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
}
